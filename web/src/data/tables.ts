// The tables as the data API gives and takes their rows. Columns and types are the database's (rows.generated.ts); only
// what its JSON columns hold is said here. Types only: nothing of this reaches the browser.
import type { Rows } from "./rows.generated";

export type StoredImage = { filename: string; title: string; url: string };

/** A line of an order, as it was when it was placed. */
export type OrderedLine = {
  uuid: string;
  heading: string;
  price: number;
  category: string;
  image: StoredImage;
  checked: boolean;
  quantity_to_buy: number;
  inserted_at: string;
  size?: string;
};

export const transactionStatuses = ["Processed", "Accepted", "Finished", "Rejected"] as const;
export type TransactionStatus = (typeof transactionStatuses)[number];

/** The person whom an announcement is for, as in their newest registration; null for one who never registered. */
export type Registrant = Pick<AuditionRegistration, "name" | "comcard_image"> | null;

/** A column called "image" or "…_image" holds a stored picture. */
type WithImages<Row> = {
  [Column in keyof Row]: Column extends "image" | `${string}_image` ? StoredImage : Row[Column];
};
type RowOf<Name extends keyof Rows, Json = unknown> = Omit<WithImages<Rows[Name]>, keyof Json> & Json;

export type Slide = RowOf<"slides">;
export type AboutUsSection = RowOf<"about_us_section">;
export type AboutUs = RowOf<"about_us">;
export type GalleryItem = RowOf<"gallery">;
export type Product = RowOf<"products">;
export type PaymentMethod = RowOf<"payment_methods">;
export type AuditionRegistration = RowOf<"audition_registrations">;
export type AuditionAnnouncement = RowOf<"audition_announcements">;
export type Transaction = RowOf<"transactions", { transactions: OrderedLine[]; status: TransactionStatus }>;
export type AnnouncementWithRegistrant = RowOf<"audition_announcements_with_registrant", { registrant: Registrant }>;

type View = "audition_announcements_with_registrant";
export type TableName = Exclude<keyof Rows, View>;
/** A column of any table. */
export type ColumnName = { [Name in TableName]: keyof Rows[Name] & string }[TableName];

type Generated = "uuid" | "created_at" | "updated_at";
type Table<Row> = {
  Row: Row;
  Insert: Omit<Row, Generated> & Partial<Row>;
  Update: Partial<Row>;
  Relationships: [];
};

export type Database = {
  public: {
    Tables: { [Name in TableName]: Table<Name extends "transactions" ? Transaction : RowOf<Name>> };
    Views: { [Name in View]: { Row: AnnouncementWithRegistrant; Relationships: [] } };
    Functions: {
      restore_removed_picture: { Args: { name: string }; Returns: boolean };
    };
  };
};
