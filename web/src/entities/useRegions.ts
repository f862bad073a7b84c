// The provinces of Indonesia with their places, fetched where somebody chooses one.

import { useQuery } from "@tanstack/react-query";

type Regions = ReadonlyMap<string, readonly string[]>;

const none: Regions = new Map();

/** Empty until they are there. */
export function useRegions(): Regions {
  const { data = none } = useQuery({
    queryKey: ["regions"],
    queryFn: async () => (await import("./regions")).regions,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data;
}
