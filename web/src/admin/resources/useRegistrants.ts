// People by what is typed: a part of the name, or the beginning of a user ID. Known are those who registered.

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { readPage } from "@/data/records";
import type { AuditionRegistration } from "@/data/tables";
import { useDebounced } from "@/lib/useDebounced";
import { searchCondition } from "../kit/searchCondition";
import { rowsKey } from "../kit/useRows";

const MOST_REGISTRATIONS = 60;

export interface Person {
  id: string;
  registration: AuditionRegistration;
}

/** Those of the last answer who fit what is typed now; undefined until there is an answer. */
export function useRegistrants(typed: string): Person[] | undefined {
  const asked = useDebounced(typed.trim());
  const { data, error } = useQuery({
    queryKey: [...rowsKey("audition_registrations"), "people", asked],
    queryFn: () => peopleLike(asked),
    placeholderData: keepPreviousData,
  });
  useEffect(() => {
    if (error) console.error("Searching people failed", error);
  }, [error]);
  return data?.filter((person) => fits(person, typed.trim()));
}

async function peopleLike(typed: string): Promise<Person[]> {
  const condition = searchCondition(typed, { texts: ["name"], ids: ["user_id"] });
  const newest = { sort: "created_at", ascending: false, from: 0, limit: MOST_REGISTRATIONS };
  const { rows } = await readPage("audition_registrations", { matching: condition, ...newest });
  return newestPerPerson(rows);
}

function newestPerPerson(newestFirst: readonly AuditionRegistration[]): Person[] {
  const people = new Map<string, Person>();
  for (const registration of newestFirst) {
    const id = registration.user_id;
    if (!people.has(id)) people.set(id, { id, registration });
  }
  return [...people.values()];
}

function fits({ id, registration }: Person, typed: string): boolean {
  const words = typed.toLowerCase();
  return id.startsWith(words) || registration.name.toLowerCase().includes(words);
}
