// Finds registrants by part of the name or the beginning of the user ID.

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { fetchPage } from "@/data/records";
import type { AuditionRegistration } from "@/data/tables";
import { useDebouncedValue } from "@/lib/useDebouncedValue";
import { searchCondition } from "../kit/searchCondition";
import { rowsKey } from "../kit/useRows";

const MAX_REGISTRATIONS = 60;

export interface Person {
  id: string;
  registration: AuditionRegistration;
}

/** The last result, filtered by the current term; undefined while loading. */
export function useRegistrants(term: string): Person[] | undefined {
  const query = useDebouncedValue(term.trim());
  const { data, error } = useQuery({
    queryKey: [...rowsKey("audition_registrations"), "people", query],
    queryFn: () => peopleLike(query),
    placeholderData: keepPreviousData,
  });
  useEffect(() => {
    if (error) console.error("Searching people failed", error);
  }, [error]);
  return data?.filter((person) => matches(person, term.trim()));
}

async function peopleLike(term: string): Promise<Person[]> {
  const condition = searchCondition(term, { texts: ["name"], ids: ["user_id"] });
  const newest = { sort: "created_at", ascending: false, from: 0, limit: MAX_REGISTRATIONS };
  const { rows } = await fetchPage("audition_registrations", { matching: condition, ...newest });
  return newestPerPerson(rows);
}

function newestPerPerson(registrations: readonly AuditionRegistration[]): Person[] {
  const people = new Map<string, Person>();
  for (const registration of registrations) {
    const id = registration.user_id;
    if (!people.has(id)) people.set(id, { id, registration });
  }
  return [...people.values()];
}

function matches({ id, registration }: Person, term: string): boolean {
  const lowerCase = term.toLowerCase();
  return id.startsWith(lowerCase) || registration.name.toLowerCase().includes(lowerCase);
}
