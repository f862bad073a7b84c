// Column kinds shared by tables.

import type { PictureColumn } from "@/data/pictures";
import type { StoredImage } from "@/data/tables";
import { formatDateTimeWithSeconds, formatShopTime } from "@/lib/dates";
import { formatRupiah } from "@/lib/money";
import { useLanguage } from "@/messages";
import type { FieldName } from "@/messages/admin";
import { Badge } from "@/ui/Badge";
import { MultilineText } from "@/ui/MultilineText";
import { PersonCell } from "./people";
import type { ChoiceColumn, Column } from "./resource";
import { Thumbnail } from "./Thumbnail";

type Has<Field extends string, Value> = { [name in Field]: Value };

export function textColumn<F extends FieldName>(field: F): Column<Has<F, string | null>> {
  return { field, sorts: true, text: (row) => row[field] ?? "" };
}

/** Preserves line breaks. */
export function multilineColumn<F extends FieldName>(field: F): Column<Has<F, string | null>> {
  const text = (row: Has<F, string | null>) => row[field] ?? "";
  return { field, sorts: true, text, cell: (row) => <MultilineText text={text(row)} /> };
}

export function numberColumn<F extends FieldName>(field: F): Column<Has<F, number>> {
  return { field, sorts: true, text: (row) => String(row[field]) };
}

/** With its unit on screen, a plain number in CSV. */
export function measureColumn<F extends FieldName>(field: F, unit: string): Column<Has<F, number>> {
  return {
    ...numberColumn(field),
    cell: (row) => <span className="whitespace-nowrap">{`${row[field]} ${unit}`}</span>,
  };
}

/** Formatted as rupiah on screen, a plain number in CSV. */
export function priceColumn<F extends FieldName>(field: F): Column<Has<F, number>> {
  const cell = (row: Has<F, number>) => (
    <span className="whitespace-nowrap tabular-nums">{formatRupiah(row[field])}</span>
  );
  return { ...numberColumn(field), cell, holds: "rupiah" };
}

export function imageColumn<F extends FieldName>(picture: PictureColumn<F>): Column<Has<F, StoredImage>> {
  const { column } = picture;
  return {
    field: column,
    text: (row) => row[column].title,
    cell: (row, m) => <Thumbnail picture={picture} image={row[column]} missing={m.table.missing} />,
  };
}

/** Long on screen, sortable in CSV; both in the shop's time zone. */
export function dateTimeColumn<F extends FieldName>(field: F): Column<Has<F, string | null>> {
  const cell = (row: Has<F, string | null>) => <DateTime moment={row[field]} />;
  return { field, sorts: true, text: (row) => formatShopTime(row[field]), cell, holds: "moment" };
}

/** The date on one line, the time below it. */
function DateTime({ moment }: { moment: string | null }) {
  const { language } = useLanguage();
  const [day, time] = formatDateTimeWithSeconds(moment, language).split(/ (?=at |pukul )/);
  return (
    <>
      <span className="whitespace-nowrap">{day} </span>
      {time && <span className="block whitespace-nowrap tabular-nums">{time}</span>}
    </>
  );
}

/** The owner's ID, with their name beside it. */
export const personColumn: Column<Has<"user_id", string>> = {
  field: "user_id",
  sorts: true,
  text: (row) => row.user_id,
  cell: (row) => <PersonCell id={row.user_id} />,
};

export function choiceColumn<Row>({ field, valueOf: of, label, tone }: ChoiceColumn<Row>): Column<Row> {
  const text: Column<Row>["text"] = (row, m) => label(of(row), m);
  return { field, sorts: true, text, cell: (row, m) => <Badge tone={tone(of(row))}>{text(row, m)}</Badge> };
}

/** The last two columns of every table. */
export const timestampColumns = [dateTimeColumn("created_at"), dateTimeColumn("updated_at")];
