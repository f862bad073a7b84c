// The names of the people that the rows on the page belong to.

import { createContext, use } from "react";
import type { Buyer } from "@/data/tables";
import { Link } from "@/ui/Link";

export type PeopleById = ReadonlyMap<string, Buyer>;

export const PeopleContext = createContext<PeopleById>(new Map());

/** The name, or else the email; undefined if unknown. */
export function getPersonName(people: PeopleById, id: string): string | undefined {
  const person = people.get(id);
  return person?.name ?? person?.email ?? undefined;
}

export const usePersonName = (id: string) => getPersonName(use(PeopleContext), id);

export function PersonName({ id }: { id: string }) {
  return usePersonName(id) ?? id;
}

/** The name links to all of this person's rows in the table. */
export function PersonCell({ id }: { id: string }) {
  const name = usePersonName(id);
  return (
    <>
      {name && (
        <Link
          to={`?person=${id}`}
          className="block min-h-11 content-center font-semibold underline decoration-1 underline-offset-4"
        >
          {name}
        </Link>
      )}
      <span className="block min-w-36 break-all text-caption text-muted tabular-nums">{id}</span>
    </>
  );
}
