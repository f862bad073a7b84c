// The provinces of Indonesia with their regencies and cities, loaded on demand.

import { queryOptions, useQuery } from "@tanstack/react-query";

type Regions = ReadonlyMap<string, readonly string[]>;

const none: Regions = new Map();

const regionsQuery = queryOptions({
  queryKey: ["regions"],
  queryFn: async () => (await import("./citiesByProvince")).citiesByProvince,
  staleTime: Number.POSITIVE_INFINITY,
});

/** Empty until loaded. */
export function useRegions(): Regions {
  const { data = none } = useQuery(regionsQuery);
  return data;
}

/** Loads them where they are needed. False again once that has failed. */
export function useIsLoadingRegions(isNeeded: boolean): boolean {
  return useQuery({ ...regionsQuery, enabled: isNeeded }).isLoading;
}
