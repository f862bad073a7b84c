// Table descriptors for the kit, which decides on appearance and behaviour.

import type { ComponentType, PropsWithChildren, ReactNode } from "react";
import type { GenericSchema } from "valibot";
import type { PartialView, RecordValues, RowOf, TableName } from "@/data/records";
import type { FormRules } from "@/entities/createFormRules";
import type { AdminMessages, FieldName } from "@/messages/admin";
import type { BadgeTone } from "@/ui/Badge";

export interface DisplayedColumn<Row> {
  /** The table column and the key of its heading; missing if it shows several columns or none. */
  field?: FieldName;
  /** Overrides the heading. */
  heading?: (m: AdminMessages) => string;
  /** Shown if there is no `cell`. */
  text?: (row: Row, m: AdminMessages) => string;
  cell?: (row: Row, m: AdminMessages) => ReactNode;
  /** Whether the table can be sorted by it. */
  sorts?: boolean;
}

export interface Column<Row> extends DisplayedColumn<Row> {
  field: FieldName;
  /** Also used in CSV and in conflicts. */
  text: (row: Row, m: AdminMessages) => string;
  /** How a search term is interpreted for this column, if not as text. */
  holds?: "moment" | "rupiah";
}

/** A column with few values: a badge in the list, filterable, and settable from there. */
export interface ChoiceColumn<Row> {
  field: FieldName;
  /** In the data API's spelling. */
  values: readonly string[];
  valueOf: (row: Row) => string;
  label: (value: string, m: AdminMessages) => string;
  tone: (value: string) => BadgeTone;
  toStored: (value: string) => unknown;
  /** What setting a value sets off, told before it is set. */
  consequence?: (m: AdminMessages) => string;
}

export type SortOrder = FieldName | `-${FieldName}`;

/** Tables whose records can be reordered. */
export type ReorderableTable = "slides" | "gallery";

/** A compact layout, besides the one with all columns. */
export interface CompactView<Row> {
  columns: DisplayedColumn<Row>[];
  /** A record on phones. */
  Card: ComponentType<{ row: Row }>;
  /** The two most frequent actions. `of`: the ID of the element that describes the row. */
  Actions: ComponentType<{ row: Row; of: string; onEdit: (row: Row) => void }>;
}

export interface TableDefinition<Name extends TableName> {
  table: Name;
  columns: Column<RowOf<Name>>[];
  compact?: CompactView<RowOf<Name>>;
  /** Identifies a record outside its table, for example before deletion: its name, then further facts. */
  summary: (row: RowOf<Name>, m: AdminMessages) => readonly ReactNode[];
  /** Searched text columns, in the data API's spelling. */
  searched: readonly string[];
  /** UUID columns, searched by prefix. */
  searchedIds?: readonly string[];
  /** The condition for records that show this amount, if no column holds it. */
  searchedAmount?: (rupiah: number) => string;
  choice?: ChoiceColumn<RowOf<Name>>;
  /** Whether records belong to a user: `user_id` is shown with the name, searchable and filterable. */
  personal?: boolean;
  /** The records that wait for an answer, if no column tells. */
  waiting?: { words: (m: AdminMessages) => string; view: PartialView };
  /** Further columns compared in an edit conflict. */
  compared?: Column<RowOf<Name>>[];
  /** Whether the database requires a recent sign-in for changes. */
  recentSignIn?: boolean;
  /** Columns with database defaults, sent only if changed. */
  defaults?: RecordValues;
  /** Columns with texts in both languages. */
  translated?: readonly FieldName[];
  /** The initial sort order, spelled as in the URL; newest first by default. */
  order?: SortOrder;
  /** The shop shows a single record: another one can be added only if there is none. */
  single?: boolean;
  /** The CSV with its heading row, if it differs from rows and columns. */
  csvLines?: (rows: readonly RowOf<Name>[], m: AdminMessages) => Promise<string[][]>;
  /** Wraps the table, to provide its cells with related data of the rows. */
  Provider?: ComponentType<PropsWithChildren<{ rows: readonly RowOf<Name>[] }>>;
  /** What visitors see once these records are deleted. */
  DeletionNote?: ComponentType<{ rows: readonly RowOf<Name>[] }>;
  /** Further tools for the filtered rows, besides CSV. */
  Tools?: ComponentType;
  /** Further actions on selected rows. */
  SelectionTools?: ComponentType<{ rows: readonly RowOf<Name>[] }>;
}

export function getSortableFields(columns: readonly { field: FieldName; sorts?: boolean }[]): FieldName[] {
  return columns.filter(({ sorts }) => sorts).map(({ field }) => field);
}

export type CreateFormSchema = (rules: FormRules) => GenericSchema<unknown, RecordValues>;

export interface Resource<Name extends TableName> extends TableDefinition<Name> {
  form: CreateFormSchema;
  Fields: ComponentType;
  /** Inserts a new row, if that takes more than its columns. */
  insert?: (row: RecordValues & { uuid: string }) => Promise<void>;
}

export function getColumnHeading<Row>({ heading, field }: DisplayedColumn<Row>, m: AdminMessages): string {
  if (heading) return heading(m);
  return field ? m.fields[field] : "";
}
