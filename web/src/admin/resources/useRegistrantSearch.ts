// Finds registrants by part of the name or the beginning of the user ID.

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { fetchPage } from "@/data/records";
import type { AuditionRegistration } from "@/data/tables";
import { useDebouncedValue } from "@/lib/useDebouncedValue";
import { buildSearchCondition } from "../kit/buildSearchCondition";
import { getRowsQueryKey } from "../kit/useRows";

const MAX_REGISTRATIONS = 60;

export interface RegistrantOption {
  id: string;
  registration: AuditionRegistration;
}

/** The last result, filtered by the current term; undefined while loading. */
export function useRegistrantSearch(term: string): RegistrantOption[] | undefined {
  const query = useDebouncedValue(term.trim());
  const { data, error } = useQuery({
    queryKey: [...getRowsQueryKey("audition_registrations"), "people", query],
    queryFn: () => peopleLike(query),
    placeholderData: keepPreviousData,
  });
  useEffect(() => {
    if (error) console.error("Searching people failed", error);
  }, [error]);
  return data?.filter((person) => matches(person, term.trim()));
}

async function peopleLike(term: string): Promise<RegistrantOption[]> {
  const condition = buildSearchCondition(term, { texts: ["name"], ids: ["user_id"] });
  const newest = { sort: "created_at", ascending: false, from: 0, limit: MAX_REGISTRATIONS };
  const { rows } = await fetchPage("audition_registrations", { matching: condition, ...newest });
  return newestPerPerson(rows);
}

function newestPerPerson(registrations: readonly AuditionRegistration[]): RegistrantOption[] {
  const people = new Map<string, RegistrantOption>();
  for (const registration of registrations) {
    const id = registration.user_id;
    if (!people.has(id)) people.set(id, { id, registration });
  }
  return [...people.values()];
}

function matches({ id, registration }: RegistrantOption, term: string): boolean {
  const lowerCase = term.toLowerCase();
  return id.startsWith(lowerCase) || registration.name.toLowerCase().includes(lowerCase);
}
