// The provinces of Indonesia with their regencies and cities, loaded on demand.

import { useQuery } from "@tanstack/react-query";

type Regions = ReadonlyMap<string, readonly string[]>;

const none: Regions = new Map();

/** Empty until loaded. */
export function useRegions(): Regions {
  const { data = none } = useQuery({
    queryKey: ["regions"],
    queryFn: async () => (await import("./citiesByProvince")).citiesByProvince,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data;
}
