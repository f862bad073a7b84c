// Generated from the database by `make schema`; reviewed, never edited.

export type StoredImage = { filename: string; title: string; url: string };

/** A row of each table and view of the shop, as the data API answers it. */
export interface Rows {
  about_us: {
    uuid: string;
    heading: string;
    sub_heading: string | null;
    description: string;
    created_at: string;
    updated_at: string;
    translations: unknown;
  };
  about_us_section: {
    uuid: string;
    image: StoredImage;
    heading: string | null;
    sub_heading: string | null;
    description: string;
    created_at: string;
    updated_at: string;
    translations: unknown;
  };
  announcement_texts: {
    uuid: string;
    event_uuid: string;
    round: string;
    accepted: boolean;
    en: string | null;
    id: string | null;
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
    comcard_image: StoredImage;
    invoice_image: StoredImage;
    created_at: string;
    updated_at: string;
  };
  casting_decisions: {
    uuid: string;
    registration_uuid: string;
    round: string;
    decision: string | null;
    tags: unknown;
    note: string | null;
    training_slot: string | null;
    rehearsal_slot: string | null;
    audition_slot: string | null;
    created_at: string;
    updated_at: string;
  };
  casting_scores: {
    uuid: string;
    registration_uuid: string;
    round: string;
    user_id: string;
    score: number | null;
    note: string | null;
    created_at: string;
    updated_at: string;
  };
  check_ins: {
    nonce: string;
    event_uuid: string;
    registration_uuid: string | null;
    user_id: string | null;
    answer: string;
    scanned_at: string;
    stored_at: string;
    scanned_by: string | null;
  };
  delivery_details: {
    user_id: string;
    name: string | null;
    whatsapp: string | null;
    address: string | null;
    note: string | null;
    created_at: string;
    updated_at: string;
    province: string | null;
    city: string | null;
  };
  delivery_ways: {
    uuid: string;
    name: string;
    kind: string;
    description: string | null;
    areas: unknown;
    price: number;
    per_kilogram: boolean;
    free_from: number | null;
    days_from: number | null;
    days_to: number | null;
    default_weight: number;
    created_at: string;
    updated_at: string;
    tracking_page: string | null;
  };
  event_announcements: {
    announcement_uuid: string;
    registration_uuid: string;
    event_uuid: string;
    user_id: string;
    round: string;
    accepted: boolean;
    appointments: unknown;
    texts: unknown;
    announced_at: string;
    wish: string | null;
    wished_at: string | null;
  };
  event_registrations: {
    uuid: string;
    event_uuid: string;
    registration_uuid: string | null;
    user_id: string | null;
    number: number;
    answers: unknown;
    created_at: string;
  };
  events: {
    uuid: string;
    name: string;
    story: string | null;
    image: StoredImage;
    pictures: StoredImage[];
    places: unknown;
    days: unknown;
    opens_at: string | null;
    closes_at: string | null;
    fee: number | null;
    sought: number | null;
    asked: unknown;
    published: boolean;
    forget_after_days: number | null;
    translations: unknown;
    created_at: string;
    updated_at: string;
  };
  gallery: {
    uuid: string;
    image: StoredImage;
    heading: string;
    sub_heading: string;
    description: string | null;
    created_at: string;
    updated_at: string;
    translations: unknown;
    sort_time: string;
  };
  notification_choices: {
    user_id: string;
    mail: boolean;
    language: string | null;
    created_at: string;
    updated_at: string;
  };
  order_deliveries: {
    order_uuid: string;
    user_id: string | null;
    name: string | null;
    whatsapp: string | null;
    address: string | null;
    note: string | null;
    province: string | null;
    city: string | null;
  };
  order_notes: {
    order_uuid: string;
    note: string;
    updated_at: string;
  };
  parcels: {
    order_uuid: string;
    user_id: string;
    packed_at: string | null;
    courier: string | null;
    tracking_number: string | null;
    tracking_page: string | null;
    sent_at: string | null;
  };
  passes: {
    registration_uuid: string;
    event_uuid: string;
    user_id: string;
    number: number;
    token: string;
    created_at: string;
  };
  payment_methods: {
    uuid: string;
    pathname: string;
    payment_account: string;
    account_number: string;
    qris_image: StoredImage;
    full_name: string;
    created_at: string;
    updated_at: string;
    fee: number | null;
    deadline: string | null;
    qris: string | null;
    ceiling: number;
    exact_amounts: boolean;
  };
  payments: {
    place: string;
    record: string;
    order_uuid: string | null;
    registration_uuid: string | null;
    user_id: string;
    goods: unknown;
    total: number | null;
    amount: number | null;
    state: string;
    reason: string | null;
    created_at: string;
    decided_at: string | null;
    deleted_at: string | null;
    lapse_announced_at: string | null;
    lapsed: boolean;
    deleted_by: string | null;
    keeps_pieces: boolean;
    received: number | null;
    delivery_way: unknown;
    cancelled_by: string | null;
    pieces_back: boolean | null;
  };
  products: {
    uuid: string;
    image: StoredImage;
    heading: string;
    sub_heading: string;
    category: string;
    description: string | null;
    price: number;
    created_at: string;
    updated_at: string;
    sizes: unknown;
    pictures: StoredImage[];
    translations: unknown;
    weight: number | null;
    hidden: boolean;
    price_before: number | null;
    few_from: number | null;
  };
  push_subscriptions: {
    uuid: string;
    user_id: string;
    endpoint: string;
    p256dh: string;
    auth: string;
    language: string;
    created_at: string;
    session_id: string | null;
  };
  reconciliations: {
    line_uuid: string;
    place: string;
    record: string;
    reconciled_by: string | null;
    reconciled_at: string;
    amount: number;
  };
  refunds: {
    uuid: string;
    place: string;
    record: string;
    user_id: string;
    amount: number;
    refunded_on: string;
    way: string;
    note: string | null;
    created_at: string;
    line_uuid: string | null;
  };
  shop_settings: {
    uuid: string;
    name: string | null;
    tagline: string | null;
    address: string | null;
    phone: string | null;
    whatsapp: string | null;
    social_links: string | null;
    opening_hours: string | null;
    delivery_and_returns: string | null;
    size_chart: string | null;
    how_to_pay: string | null;
    questions: string | null;
    default_language: string | null;
    default_weight: number | null;
    created_at: string;
    updated_at: string;
    translations: unknown;
  };
  slides: {
    uuid: string;
    title: string;
    image: StoredImage;
    created_at: string;
    updated_at: string;
    translations: unknown;
    sort_time: string;
    focus_x: number;
    focus_y: number;
    link: string | null;
  };
  slots: {
    uuid: string;
    event_uuid: string;
    kind: string;
    starts_at: string;
    ends_at: string;
    capacity: number;
    place: string;
    created_at: string;
    updated_at: string;
  };
  stage_calls: {
    event_uuid: string;
    registration_uuid: string;
    called_at: string;
  };
  statement_formats: {
    fingerprint: string;
    format: unknown;
    account: string;
    updated_at: string;
  };
  statement_lines: {
    uuid: string;
    account: string;
    booked_on: string;
    amount: number;
    description: string;
    place_of_day: number;
    imported_at: string;
    imported_by: string | null;
    may_be_known: boolean;
  };
  transactions: {
    uuid: string;
    user_id: string;
    transactions: unknown;
    invoice_image: StoredImage;
    status: string;
    created_at: string;
    updated_at: string;
    delivery_way: unknown;
  };
  wishes: {
    uuid: string;
    user_id: string;
    product_uuid: string;
    awaited_size: string | null;
    created_at: string;
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
  best_products: {
    uuid: string | null;
    heading: string | null;
    pieces: number | null;
    revenue: number | null;
  };
  decided_reviews: {
    place: string;
    record: string;
    decision: string | null;
    reason: string | null;
    decided_at: string | null;
    by: string | null;
    cancelled_by: string | null;
  };
  low_stock: {
    uuid: string;
    heading: string;
    size: string | null;
    pieces: number | null;
  };
  orders_by_day: {
    day: string | null;
    orders: number | null;
    revenue: number | null;
  };
  product_categories: {
    category: string;
    products: number | null;
    translations: unknown;
  };
  product_sizes: {
    size: string | null;
    products: number | null;
  };
  registrations_by_day: {
    day: string | null;
    registrations: number | null;
  };
  review_queue: {
    place: string | null;
    uuid: string;
    user_id: string;
    name: string;
    email: string | null;
    whatsapp: string | null;
    total: number | null;
    amount: number | null;
    invoice_image: StoredImage;
    created_at: string;
    updated_at: string;
    lapse_announced_at: string | null;
  };
  shop_facts: {
    name: string | null;
    tagline: string | null;
    address: string | null;
    phone: string | null;
    whatsapp: string | null;
    social_links: string | null;
    opening_hours: string | null;
    default_language: string | null;
    default_weight: number | null;
    texts: unknown;
    translations: unknown;
    has_events: boolean | null;
  };
  unanswered_registrations: {
    uuid: string;
    user_id: string;
    name: string;
    place_and_date_of_birth: string;
    address: string;
    age: number;
    body_weight: number;
    height: number;
    comcard_image: StoredImage;
    invoice_image: StoredImage;
    created_at: string;
    updated_at: string;
  };
  unsent_orders: {
    uuid: string;
    user_id: string;
    transactions: unknown;
    invoice_image: StoredImage;
    status: string;
    created_at: string;
    updated_at: string;
    delivery_way: unknown;
  };
}

/** The columns that hold a picture or a list of them: the folder of the files, and who may see them. */
export const pictureColumns = {
  about_us_section: {
    image: { column: "image", folder: "about-us-section", visibility: "indexed" },
  },
  audition_registrations: {
    comcard_image: { column: "comcard_image", folder: "audition-registrations/comcards", visibility: "personal" },
    invoice_image: { column: "invoice_image", folder: "audition-registrations/invoices", visibility: "personal" },
  },
  events: {
    image: { column: "image", folder: "events", visibility: "indexed" },
    pictures: { column: "pictures", folder: "events", visibility: "indexed", isList: true },
  },
  gallery: {
    image: { column: "image", folder: "gallery", visibility: "indexed" },
  },
  payment_methods: {
    qris_image: { column: "qris_image", folder: "payment-methods", visibility: "public" },
  },
  products: {
    image: { column: "image", folder: "products", visibility: "indexed" },
    pictures: { column: "pictures", folder: "products", visibility: "indexed", isList: true },
  },
  slides: {
    image: { column: "image", folder: "slides", visibility: "indexed" },
  },
  transactions: {
    invoice_image: { column: "invoice_image", folder: "transactions/invoices", visibility: "personal" },
  },
} as const;
