// The nine tables as the data API gives and takes their rows. Types only: nothing of this reaches the browser.

export type StoredImage = { filename: string; title: string; url: string };

type BaseRow = { uuid: string; created_at: string; updated_at: string };

export type Slide = BaseRow & { title: string; image: StoredImage };
export type AboutUsSection = BaseRow & {
  image: StoredImage;
  heading: string | null;
  sub_heading: string | null;
  description: string;
};
export type AboutUs = BaseRow & { heading: string; sub_heading: string | null; description: string };
export type GalleryItem = BaseRow & {
  image: StoredImage;
  heading: string;
  sub_heading: string;
  description: string | null;
};
export type Product = BaseRow & {
  image: StoredImage;
  heading: string;
  sub_heading: string;
  category: string;
  description: string | null;
  price: number;
};
export type PaymentMethod = BaseRow & {
  pathname: string;
  payment_account: string;
  account_number: string;
  qris_image: StoredImage;
  full_name: string;
};
export type AuditionRegistration = BaseRow & {
  user_id: string;
  name: string;
  place_and_date_of_birth: string;
  address: string;
  age: number;
  body_weight: number;
  height: number;
  comcard_image: StoredImage;
  invoice_image: StoredImage;
};
export type AuditionAnnouncement = BaseRow & {
  user_id: string;
  audition_status: boolean;
  training_time: string | null;
  rehearsal_time: string | null;
  audition_time: string | null;
};
/** Who an announcement is told to, as in their newest registration; null for a person who never registered. */
export type Registrant = Pick<AuditionRegistration, "name" | "comcard_image"> | null;
export type AnnouncementWithRegistrant = AuditionAnnouncement & { registrant: Registrant };

export const transactionStatuses = ["Processed", "Accepted", "Finished", "Rejected"] as const;
export type TransactionStatus = (typeof transactionStatuses)[number];

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
};
export type Transaction = BaseRow & {
  user_id: string;
  transactions: OrderedLine[];
  invoice_image: StoredImage;
  status: TransactionStatus;
};

type Table<Row extends BaseRow> = {
  Row: Row;
  Insert: Omit<Row, keyof BaseRow> & Partial<BaseRow>;
  Update: Partial<Row>;
  Relationships: [];
};

type AllTables = Database["public"]["Tables"];
export type TableName = keyof AllTables;
/** A column of any table. */
export type ColumnName = { [Name in TableName]: keyof AllTables[Name]["Row"] & string }[TableName];

export type Database = {
  public: {
    Tables: {
      slides: Table<Slide>;
      about_us_section: Table<AboutUsSection>;
      about_us: Table<AboutUs>;
      gallery: Table<GalleryItem>;
      products: Table<Product>;
      payment_methods: Table<PaymentMethod>;
      audition_registrations: Table<AuditionRegistration>;
      audition_announcements: Table<AuditionAnnouncement>;
      transactions: Table<Transaction>;
    };
    Views: {
      audition_announcements_with_registrant: { Row: AnnouncementWithRegistrant; Relationships: [] };
    };
    Functions: {
      restore_removed_picture: { Args: { name: string }; Returns: boolean };
    };
  };
};
