// Builds the data API query of a list's rows: search in both languages, filters, sorting.

import { searchPeople } from "@/data/people";
import type { RowFilter, RowQuery, TableName } from "@/data/records";
import { parseShopTime } from "@/lib/dates";
import { languages } from "@/lib/language";
import { loadAdminMessages } from "@/messages/admin";
import { buildSearchCondition } from "./buildSearchCondition";
import type { TableDefinition } from "./resource";
import type { ListState } from "./useListState";

export async function buildRowQuery<Name extends TableName>(
  facts: TableDefinition<Name>,
  view: ListState,
): Promise<Omit<RowQuery, "from" | "limit">> {
  const { sort, ascending } = view;
  return {
    view: view.waiting ? facts.waiting?.view : undefined,
    matching: await searchFilter(facts, view.search.trim()),
    where: filtersOf(facts, view),
    sort,
    ascending,
  };
}

/** A condition that no record meets. */
const NO_MATCH = "uuid.is.null";

async function searchFilter<Name extends TableName>(facts: TableDefinition<Name>, term: string): Promise<string> {
  if (!term) return "";
  const columns = (kind: string) => facts.columns.filter(({ holds }) => holds === kind).map(({ field }) => field);
  const [labels, people] = await Promise.all([choiceLabels(facts), facts.personal ? searchPeople(term) : []]);
  const prices = columns("rupiah").map((field) => (rupiah: number) => `${field}.eq.${rupiah}`);
  const found = buildSearchCondition(term, {
    texts: facts.searched,
    ids: facts.searchedIds ?? [],
    moments: columns("moment"),
    amounts: facts.searchedAmount ? [...prices, facts.searchedAmount] : prices,
    labels,
  });
  const ownedByMatch = people.length > 0 && `user_id.in.(${people.map((person) => person.user_id).join(",")})`;
  return [found, ownedByMatch].filter(Boolean).join(",") || NO_MATCH;
}

/** Each value of the choice with its labels in every language. */
async function choiceLabels<Name extends TableName>({ choice }: TableDefinition<Name>) {
  if (!choice) return [];
  const catalogues = await Promise.all(languages.map(loadAdminMessages));
  return choice.values.map((value) => ({
    words: catalogues.map((messages) => choice.label(value, messages)),
    condition: `${choice.field}.eq.${value}`,
  }));
}

const DAY_MS = 86_400_000;

function filtersOf<Name extends TableName>({ choice, personal }: TableDefinition<Name>, view: ListState): RowFilter[] {
  const filters: RowFilter[] = [];
  if (choice?.values.includes(view.status)) filters.push([choice.field, "eq", view.status]);
  if (personal && view.person) filters.push(["user_id", "eq", view.person]);
  const from = parseShopTime(view.from && `${view.from}T00:00`);
  const to = parseShopTime(view.to && `${view.to}T00:00`);
  if (from) filters.push(["created_at", "gte", from]);
  if (to) filters.push(["created_at", "lt", new Date(Date.parse(to) + DAY_MS).toISOString()]);
  return filters;
}
