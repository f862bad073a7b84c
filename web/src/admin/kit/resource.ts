// What the kit is told about a table: facts. How they look and what happens with them is decided in the kit.

import type { ComponentType, PropsWithChildren, ReactNode } from "react";
import type { GenericSchema } from "valibot";
import type { RowOf, TableName, Values } from "@/data/records";
import type { Rules } from "@/entities/formRules";
import type { AdminMessages, FieldName } from "@/messages/admin";
import type { BadgeTone } from "@/ui/Badge";

export interface ShownColumn<Row> {
  /** Its name in the table, and the key of its heading; missing where it shows more than one, or none. */
  field?: FieldName;
  /** Where the heading is another. */
  heading?: (m: AdminMessages) => string;
  /** On the screen if there is no `cell`. */
  text?: (row: Row, m: AdminMessages) => string;
  cell?: (row: Row, m: AdminMessages) => ReactNode;
  /** Whether the table can be ordered by it. */
  sorts?: boolean;
}

export interface Column<Row> extends ShownColumn<Row> {
  field: FieldName;
  /** In a CSV and in a comparison, too. */
  text: (row: Row, m: AdminMessages) => string;
  /** What a search understands beside text. */
  holds?: "moment" | "rupiah";
}

/** A column with one of few values: a badge in the list, by which it is filtered, and which is set from there. */
export interface Choice<Row> {
  field: FieldName;
  /** As the data API spells them. */
  values: readonly string[];
  of: (row: Row) => string;
  word: (value: string, m: AdminMessages) => string;
  tone: (value: string) => BadgeTone;
  stored: (value: string) => unknown;
}

export type Order = FieldName | `-${FieldName}`;

/** Tables with a place for each record, which people give it. */
export type OrderedTable = "slides" | "gallery";

/** A list as people think of its records, beside the one with all columns. */
export interface CompactView<Row> {
  columns: ShownColumn<Row>[];
  /** A record on a phone. */
  Card: ComponentType<{ row: Row }>;
  /** The two things that are done with it most. `of`: the ID of what says which record they mean. */
  Actions: ComponentType<{ row: Row; of: string; onEdit: (row: Row) => void }>;
}

export interface TableFacts<Name extends TableName> {
  table: Name;
  columns: Column<RowOf<Name>>[];
  compact?: CompactView<RowOf<Name>>;
  /** What a record is known by where it stands alone, as in the question before it is deleted: its name, then more. */
  known: (row: RowOf<Name>, m: AdminMessages) => readonly ReactNode[];
  /** Columns of text that are searched, in the data API's spelling. */
  searched: readonly string[];
  /** Columns that hold a UUID: searched by how it begins. */
  searchedIds?: readonly string[];
  /** What holds for a record in which this many rupiah are printed, where no column of its own says so. */
  searchedAmount?: (rupiah: number) => string;
  choice?: Choice<RowOf<Name>>;
  /** Whether its records are somebody's: `user_id` is shown with a name, searched and filtered by it. */
  personal?: boolean;
  /** Which of its records wait for an answer, where no column says so. */
  waiting?: { words: (m: AdminMessages) => string; uuids: () => Promise<readonly string[]> };
  /** What two people may have changed beside the columns. */
  compared?: Column<RowOf<Name>>[];
  /** Whether the database lets only those change it who signed in a moment ago. */
  recentSignIn?: boolean;
  /** Columns with a value of their own until somebody sets another: sent only where they were changed. */
  defaults?: Values;
  /** Columns whose text may be there in both languages. */
  translated?: readonly FieldName[];
  /** What a table begins with, as the address spells it: "-created_at", the newest first, unless it says another. */
  order?: Order;
  /** One record is shown in the shop: another can be added only when there is none. */
  single?: boolean;
  /** The lines of its CSV, headings first, where they are others than its rows in its columns. */
  csvLines?: (rows: readonly RowOf<Name>[], m: AdminMessages) => Promise<string[][]>;
  /** Around the table: tells its cells what is known of the shown rows beside them. */
  Around?: ComponentType<PropsWithChildren<{ rows: readonly RowOf<Name>[] }>>;
  /** What can be done with its filtered rows beside a CSV. */
  Tools?: ComponentType;
  /** What else can be done with selected ones. */
  SelectionTools?: ComponentType<{ rows: readonly RowOf<Name>[] }>;
}

export function sortableOf(columns: readonly { field: FieldName; sorts?: boolean }[]): FieldName[] {
  return columns.filter(({ sorts }) => sorts).map(({ field }) => field);
}

export type Form = (is: Rules) => GenericSchema<unknown, Values>;

export interface Resource<Name extends TableName> extends TableFacts<Name> {
  form: Form;
  Fields: ComponentType;
}

export function headingOf<Row>({ heading, field }: ShownColumn<Row>, m: AdminMessages): string {
  if (heading) return heading(m);
  return field ? m.fields[field] : "";
}
