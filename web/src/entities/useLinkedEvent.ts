// The event of the page's address, which no other one replaces if it is not found; without one, the given.

import { useSearchParams } from "@/ui/router";

export function useLinkedEvent<Event extends { uuid: string }>(
  events: readonly Event[],
  byDefault: Event | undefined,
): { event: Event | undefined; choose: (uuid: string) => void } {
  const [params, setParams] = useSearchParams();
  const linked = params.get("event");
  return {
    event: linked ? events.find(({ uuid }) => uuid === linked) : byDefault,
    choose: (uuid) => setParams({ event: uuid }, { replace: true }),
  };
}
