// Generated from the database by `make schema`; reviewed, never edited.

/** A row of each table and view of the shop, as the data API answers it. */
export interface Rows {
  about_us: {
    uuid: string;
    heading: string;
    sub_heading: string | null;
    description: string;
    created_at: string;
    updated_at: string;
  };
  about_us_section: {
    uuid: string;
    image: unknown;
    heading: string | null;
    sub_heading: string | null;
    description: string;
    created_at: string;
    updated_at: string;
  };
  audition_announcements: {
    uuid: string;
    user_id: string;
    audition_status: boolean;
    training_time: string | null;
    rehearsal_time: string | null;
    audition_time: string | null;
    created_at: string;
    updated_at: string;
  };
  audition_registrations: {
    uuid: string;
    user_id: string;
    name: string;
    place_and_date_of_birth: string;
    address: string;
    age: number;
    body_weight: number;
    height: number;
    comcard_image: unknown;
    invoice_image: unknown;
    created_at: string;
    updated_at: string;
  };
  gallery: {
    uuid: string;
    image: unknown;
    heading: string;
    sub_heading: string;
    description: string | null;
    created_at: string;
    updated_at: string;
  };
  payment_methods: {
    uuid: string;
    pathname: string;
    payment_account: string;
    account_number: string;
    qris_image: unknown;
    full_name: string;
    created_at: string;
    updated_at: string;
  };
  products: {
    uuid: string;
    image: unknown;
    heading: string;
    sub_heading: string;
    category: string;
    description: string | null;
    price: number;
    created_at: string;
    updated_at: string;
  };
  slides: {
    uuid: string;
    title: string;
    image: unknown;
    created_at: string;
    updated_at: string;
  };
  transactions: {
    uuid: string;
    user_id: string;
    transactions: unknown;
    invoice_image: unknown;
    status: string;
    created_at: string;
    updated_at: string;
  };
  audition_announcements_with_registrant: {
    uuid: string;
    user_id: string;
    audition_status: boolean;
    training_time: string | null;
    rehearsal_time: string | null;
    audition_time: string | null;
    created_at: string;
    updated_at: string;
    registrant: unknown;
  };
}
