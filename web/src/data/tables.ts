// Row types of the data API. Columns are generated from the database (rows.generated.ts); this file adds the types of JSON
// columns and RPCs.
import type { Language } from "@/lib/language";
import type { Rows, StoredImage } from "./rows.generated";

export type { StoredImage };

/** A line of an order, as of when it was placed. */
export type OrderedLine = {
  uuid: string;
  heading: string;
  price: number;
  category: string;
  image: StoredImage;
  checked: boolean;
  quantity_to_buy: number;
  inserted_at: string;
  /** Only for products with sizes. */
  size?: string;
};

/** Stock of a size; null: not counted. A product without sizes may have one entry with the size "". */
export type ProductSize = { size: string; stock: number | null };

/** Translations of text columns, by language. */
export type Translations = Partial<Record<Language, Record<string, string>>>;

export const transactionStatuses = ["Processed", "Accepted", "Finished", "Rejected"] as const;
export type TransactionStatus = (typeof transactionStatuses)[number];
/** As people read it: a cancelled order is stored as a rejected one. */
export type OrderState = TransactionStatus | "Cancelled";

/** The recipient of an announcement, from their newest registration; null without one. */
export type AnnouncementRecipient = Pick<AuditionRegistration, "name" | "comcard_image"> | null;

type RowOf<Name extends keyof Rows, Json = unknown> = Omit<Rows[Name], keyof Json> & Json;

type Translated = { translations: Translations };
type ProductFacts = Translated & { sizes: ProductSize[] };

export type Slide = RowOf<"slides", Translated>;
export type AboutUsSection = RowOf<"about_us_section", Translated>;
export type AboutUs = RowOf<"about_us", Translated>;
export type GalleryItem = RowOf<"gallery", Translated>;
export type Product = RowOf<"products", ProductFacts>;
export const deliveryKinds = ["courier", "pickup"] as const;
export type DeliveryKind = (typeof deliveryKinds)[number];
export type DeliveryMethod = RowOf<"delivery_ways", { kind: DeliveryKind; areas: string[] }>;
/** The delivery method stored with an order, with its fee. Buyers submit its uuid and the fee that was shown. */
export type OrderDeliveryMethod = { uuid: string; fee: number } & Partial<
  Pick<DeliveryMethod, "name" | "kind" | "days_from" | "days_to" | "description">
>;
export type PaymentMethod = RowOf<"payment_methods">;
export type AuditionRegistration = RowOf<"audition_registrations">;
export type AuditionAnnouncement = RowOf<"audition_announcements">;
export type Transaction = RowOf<
  "transactions",
  { transactions: OrderedLine[]; status: TransactionStatus; delivery_way: OrderDeliveryMethod | null }
>;
export type AnnouncementWithRegistrant = RowOf<
  "audition_announcements_with_registrant",
  { registrant: AnnouncementRecipient }
>;

export const eventDayKinds = ["training", "rehearsal", "audition", "show"] as const;
export type EventPlace = { name: string; address: string; map: string };
/** Times are shop time; `until` and `place` may be empty. */
export type EventDay = Record<"date" | "from" | "until" | "place", string> & { kind: (typeof eventDayKinds)[number] };
const sizes = ["clothing_size", "shoe_size"] as const;
export const eventQuestions = ["whatsapp", "height", ...sizes, "experience", "social_link"] as const;
export type EventQuestion = (typeof eventQuestions)[number];
export type CastingEvent = RowOf<"events", { places: EventPlace[]; days: EventDay[]; asked: EventQuestion[] }>;
export const castingRounds = ["selection", "result"] as const;
export type CastingRound = (typeof castingRounds)[number];
export const appointmentKinds = ["training", "rehearsal", "audition"] as const;
export type AppointmentKind = (typeof appointmentKinds)[number];
export type CastingSlot = RowOf<"slots", { kind: AppointmentKind }>;
export type SlotChanges = Pick<CastingSlot, "starts_at" | "ends_at" | "capacity" | "place">;
export type AnnouncementText = RowOf<"announcement_texts", { round: CastingRound }>;
export type Appointment = { slot: string; starts_at: string; ends_at: string; place: string };
export type EventAnnouncement = RowOf<
  "event_announcements",
  { round: CastingRound; appointments: Partial<Record<AppointmentKind, Appointment>>; texts: InBothLanguages }
>;
export type Pass = RowOf<"passes">;
type Numbered = { registration_uuid: string; number: number; name: string };
type InBothLanguages = { en?: string; id?: string };
/** The effect of announcing now, and what is missing. */
export type AnnouncementPreview = Record<"accepted" | "declined" | "announced", number> & {
  undecided: Numbered[];
  without_slot: (Numbered & { kinds: AppointmentKind[] })[];
  fee_unpaid: Numbered[];
  due: Record<"accepted" | "declined" | "corrections", number>;
  texts: Record<"accepted" | "declined", InBothLanguages>;
};
export type SlotPlan = Pick<CastingSlot, "event_uuid" | "kind" | "place"> & {
  first_at: string;
  people: number;
  minutes: number;
  at_once: number;
  break_at: string | null;
  break_minutes: number;
};
/** A registrant with the decisions, slots and requests of both rounds. */
export type SlottedPerson = { uuid: string; number: number } & {
  audition_registrations: { name: string } | null;
  casting_decisions: Pick<CastingDecision, "round" | "decision" | `${AppointmentKind}_slot`>[];
  event_announcements: { announcement_uuid: string; round: CastingRound; wish: string | null }[];
};
export type CastingResult = {
  number: number;
  name: string | null;
  selection: "accepted" | "declined" | null;
  result: "accepted" | "declined" | null;
  selection_score: number | null;
  result_score: number | null;
  jurors: number;
  days_attended: number;
  first_entry: string | null;
};
export type CastingScore = RowOf<"casting_scores", { round: CastingRound }>;
export const castingVerdicts = ["accept", "decline", "shortlist"] as const;
export type CastingVerdict = (typeof castingVerdicts)[number];
export type CastingDecision = RowOf<"casting_decisions", { decision: CastingVerdict | null; tags: string[] }>;
type RegistrantCard = Pick<
  AuditionRegistration,
  ("name" | "age" | "height" | "body_weight" | "comcard_image") | "place_and_date_of_birth" | "address"
> & { payments?: Pick<Payment, "state" | "total"> | null };
/** A registrant for the jury, in one round; decisions and payments only for administrators. */
export type RegistrantRow = {
  uuid: string;
  number: number;
  answers: Partial<Record<EventQuestion, string>>;
  audition_registrations: RegistrantCard | null;
  casting_scores: CastingScore[];
  casting_decisions?: CastingDecision[];
  event_announcements: { round: CastingRound; accepted: boolean }[];
};
export type ScoreChanges = Partial<Pick<CastingScore, "score" | "note">>;
export type DecisionChanges = Partial<Pick<CastingDecision, "decision" | "tags" | "note" | `${AppointmentKind}_slot`>>;
/** A leader or an administrator. */
export type Juror = { user_id: string; email: string };
/** A person on a door list, accepted or not; `entries` by shop day, `days` empty: any day. */
export type DoorPerson = {
  registration_uuid: string;
  number: number;
  name: string | null;
  card: StoredImage | null;
  token: string | null;
  /** Null without an announcement. */
  accepted: boolean | null;
  owes_fee: boolean;
  days: string[];
  entries: Record<string, { at: string; by: string | null }>;
};
/** `others`: pass tokens of other events. */
export type DoorList = { at: string; people: DoorPerson[]; others: string[] };
export type Scan = { nonce: string; at: string } & ({ token: string } | { number: number });
const scanAnswers = [
  ...(["welcome", "already_in", "other_day", "fee_unpaid"] as const),
  ...(["declined", "not_announced", "other_event", "unknown"] as const),
] as const;
export type ScanAnswer = (typeof scanAnswers)[number];
/** `at` and `by`: the scan that let the person in. */
export type ScanResult = { nonce: string; answer: ScanAnswer } & Pick<DoorPerson, "name" | "card"> & {
    number: number | null;
    days: string[];
    at: string | null;
    by: string | null;
  };
export type DeliveryDetails = RowOf<"delivery_details">;
/** Counts of what is deleted with an account, and of what stays. */
export type AccountRemovalCounts = Record<
  "registrations" | "announcements" | "pictures" | "orders" | "open_orders",
  number
>;
export type OrderDelivery = RowOf<"order_deliveries">;
/** The tables with payments. */
export type PaidTable = "transactions" | "audition_registrations";
type PaymentState = "reserved" | "released" | "waiting" | "accepted" | "rejected";
/** Total and amount are null for a registration without a fee. */
export type Payment = RowOf<
  "payments",
  { place: PaidTable; state: PaymentState; deleted_by: "buyer" | "shop" | null; cancelled_by: "buyer" | "shop" | null }
>;
export type Refund = RowOf<"refunds", { place: PaidTable }>;
/** `sent_at` null: packed, but not sent. */
export type Parcel = RowOf<"parcels">;
/** `was`: the tracking number before the correction (optimistic concurrency). */
export type ParcelEntry = Pick<Parcel, "order_uuid" | "courier" | "tracking_number"> & { was?: string | null };
type OrderEventKind = "ordered" | "proof" | Exclude<PaymentState, "reserved" | "released"> | "lapsed" | "cancelled";
export type OrderEvent = {
  at: string;
  event: OrderEventKind | "packed" | "sent" | "finished" | "refunded";
  said: string | null;
};
/** What is to be paid back; `matched`: the sum of its statement lines, `cause` a side: it cancelled the order. */
export type OwedRefund = Pick<Payment, "place" | "record" | "amount" | "received"> & {
  owed: number;
  matched: number | null;
  reason: string | null;
  cause: "buyer" | "shop" | "overpaid" | "given_up" | "deleted";
  decided_at: string | null;
};
/** `refund`: the uuid, which makes retries idempotent. */
export type RefundEntry = Pick<Refund, "place" | "record" | "amount" | "refunded_on" | "way" | "note"> & {
  refund: string;
};
/** An outgoing statement line that may be a refund. */
export type RefundLine = { uuid: string; account: string; booked_on: string; description: string };
/** `account` null: not found on any statement. */
export type ClosingDay = {
  day: string;
  account: string | null;
  payments: number;
  came: number;
  refunded: number;
  awaited: number;
};
export type ReviewDecision = Extract<PaymentState, "accepted" | "rejected">;
/** For administrators; `by` is the email address of the one who decided. */
export type DecidedReview = Pick<Payment, "place" | "record" | "reason" | "cancelled_by"> & {
  decision: ReviewDecision;
  decided_at: string;
  by: string | null;
};
/** `exhausted`: all distinguishing amounts are in use. */
export type ReservedAmount = { total: number; amount: number; until: string | null; exhausted: boolean };
/**
 * Backups of the server, how many pictures the last good one lacks (`damaged`), and since when a restored shop sends no
 * notifications; each may be missing.
 */
export type BackupState = {
  made_at: string | null;
  failed_at: string | null;
  damaged: number | null;
  silent_since: string | null;
};
/** A warning about a payment; `detail` depends on the kind. */
export type ReviewWarning = {
  kind: "proof_gone" | "same_picture" | "similar_picture" | "same_total" | "older_than_order" | "over_ceiling";
  other_place: PaidTable | null;
  other_record: string | null;
  detail: unknown;
};
export type ReviewedRecord = { place: PaidTable; record: string };
/** Total and amount are null for a registration without a fee. */
export type WaitingPayment = Omit<Rows["review_queue"], "place" | "uuid" | "user_id" | "created_at"> & {
  place: PaidTable;
  uuid: string;
  user_id: string;
  created_at: string;
};

/** A statement line as in the file. */
export type StatementLine = Pick<Rows["statement_lines"], "booked_on" | "amount" | "description">;
export type StatementFormatRow = Pick<Rows["statement_formats"], "fingerprint" | "account"> & { format: unknown };

/** A line equal to a stored one that may be a further transfer; imported again as it is, it is stored as another line. */
export type PossibleDuplicateLine = StatementLine & { place_of_day: number };

/** `at` identifies the import for undoing it; `cut` counts truncated descriptions. */
export type ImportedStatement = {
  new: number;
  known: number;
  cut: number;
  unsure: PossibleDuplicateLine[];
  at: string;
};

export const matchKinds = ["exact", "near", "two_orders", "paid_twice", "late", "doubtful", "matched"] as const;
export type MatchKind = (typeof matchKinds)[number];

/** An imported line and a payment that may match or does; `kind` null: no candidate. */
export type StatementMatch = StatementLine & { line_uuid: string; account: string } & (
    | {
        kind: MatchKind;
        place: PaidTable;
        records: string[];
        name: string | null;
        /** Null, like `day`, if all its records are deleted. */
        due: number | null;
        day: string | null;
        state: "waiting" | "accepted" | "rejected" | "deleted";
      }
    | { kind: null }
  );

/** A payment with an amount; `found` is the total number of results. */
export interface OpenPayment {
  place: PaidTable;
  uuid: string;
  name: string;
  amount: number;
  created_at: string;
  state: "waiting" | "accepted" | "rejected" | "deleted";
  /** Of a statement. */
  has_line: boolean;
  found: number;
}

/** A person as lists of administrators show them; without a name before the first order or registration. */
export type Buyer = { user_id: string; name: string | null; email: string | null };

/** A deleted record that can be restored; `deleted_by` is an email address, null if not deleted by a signed-in user. */
export type DeletedRecord = {
  place: TableName;
  uuid: string;
  record: Record<string, unknown>;
  deleted_at: string;
  deleted_by: string | null;
};

/** Texts of the shop with a page of their own. */
export type ShopText = "delivery_and_returns" | "size_chart" | "how_to_pay" | "questions";
export type ShopSettings = RowOf<"shop_settings", Translated>;

type ViewName =
  | ("best_products" | "orders_by_day" | "product_categories" | "registrations_by_day")
  | ("unanswered_registrations" | "review_queue" | "decided_reviews" | "unsent_orders" | "low_stock")
  | ("product_sizes" | "shop_facts");
type View = ViewName | "audition_announcements_with_registrant";
type Delivery = "delivery_details" | "order_deliveries" | "parcels" | "order_notes";
type Statement = "statement_lines" | "statement_formats" | "reconciliations";
type Casting =
  | ("event_registrations" | "event_announcements" | "announcement_texts" | "casting_scores" | "casting_decisions")
  | ("slots" | "passes" | "check_ins" | "stage_calls");
/** Tables without an admin screen. */
type Notifications = "notification_choices" | "push_subscriptions" | "wishes";
type Personal = Delivery | Statement | Casting | "payments" | "refunds" | Notifications;
export type TableName = Exclude<keyof Rows, View | Personal>;
/** A column of any table. */
export type ColumnName = { [Name in TableName]: keyof Rows[Name] & string }[TableName];

type Shop = {
  slides: Slide;
  about_us_section: AboutUsSection;
  about_us: AboutUs;
  gallery: GalleryItem;
  products: Product;
  transactions: Transaction;
  delivery_ways: DeliveryMethod;
  shop_settings: ShopSettings;
  events: CastingEvent;
  payments: Payment;
  refunds: Refund;
};
type Stored<Name extends TableName | Personal> = Name extends keyof Shop ? Shop[Name] : RowOf<Name>;
type Generated =
  | ("uuid" | "created_at" | "updated_at")
  | ("sizes" | "pictures" | "translations" | "sort_time" | "focus_x" | "focus_y" | "link" | "fee" | "deadline")
  | ("opens_at" | "closes_at" | "places" | "days" | "asked" | "published" | "sought" | "forget_after_days")
  | ("qris" | "ceiling" | "exact_amounts" | "session_id" | "weight" | "delivery_way" | "tracking_page")
  | ("hidden" | "price_before" | "few_from" | "mail");
type Table<Row> = {
  Row: Row;
  Insert: Omit<Row, Generated> & Partial<Row>;
  Update: Partial<Row>;
  Relationships: [];
};
type NonNullableRow<Row> = { [Column in keyof Row]: NonNullable<Row[Column]> };

type RoundArgs = { event_uuid: string; round: CastingRound };
export type SharedAmount = { amount: number; payments: number };
/** Why another proof would be refused (the error's hint), null if it would be accepted; and until when it is. */
export type Resubmission = { refusal: string | null; until: string | null };
export type FailedMails = { mails: number; since: string; reason: string | null };

export type Database = {
  public: {
    Tables: { [Name in TableName | Personal]: Table<Stored<Name>> };
    Views: {
      audition_announcements_with_registrant: { Row: AnnouncementWithRegistrant; Relationships: [] };
      review_queue: { Row: WaitingPayment; Relationships: [] };
      decided_reviews: { Row: DecidedReview; Relationships: [] };
      shop_facts: { Row: Rows["shop_facts"]; Relationships: [] };
    } & {
      [Name in Exclude<ViewName, "review_queue" | "decided_reviews" | "shop_facts">]: {
        Row: NonNullableRow<Rows[Name]>;
        Relationships: [];
      };
    };
    Functions: {
      review: { Args: ReviewedRecord & { decision: ReviewDecision; reason: string | null }; Returns: undefined };
      preview_announcement: { Args: RoundArgs; Returns: AnnouncementPreview };
      announce: {
        Args: RoundArgs & Pick<AnnouncementPreview, "accepted" | "declined" | "texts">;
        Returns: { accepted: number; declined: number };
      };
      keep_announcement_text: {
        Args: Pick<AnnouncementText, "event_uuid" | "round" | "accepted" | "en" | "id">;
        Returns: undefined;
      };
      send_test_announcement: { Args: RoundArgs & { accepted: boolean }; Returns: undefined };
      plan_slots: { Args: SlotPlan; Returns: CastingSlot[] };
      change_slot: { Args: { slot_uuid: string; changes: SlotChanges }; Returns: CastingSlot };
      remove_slots: { Args: { slot_uuids: readonly string[] }; Returns: undefined };
      fill_slots: { Args: RoundArgs & { kind: AppointmentKind }; Returns: number };
      decide: {
        Args: { registration_uuids: readonly string[]; changes: Record<string, unknown>; round: CastingRound };
        Returns: Rows["casting_decisions"][];
      };
      score_registration: {
        Args: { registration_uuid: string; changes: ScoreChanges; round: CastingRound; juror?: string };
        Returns: undefined;
      };
      find_buyers: { Args: { user_ids: readonly string[] }; Returns: Buyer[] };
      search_buyers: { Args: { words: string }; Returns: Buyer[] };
      jurors: { Args: Record<never, never>; Returns: Juror[] };
      call_to_stage: { Args: { registration_uuid: string }; Returns: undefined };
      door_list: { Args: { event_uuid: string }; Returns: DoorList };
      check_in: { Args: { event_uuid: string; scans: readonly Scan[] }; Returns: ScanResult[] };
      casting_results: { Args: { event_uuid: string }; Returns: CastingResult[] };
      register_for_event: {
        Args: { event_uuid: string; registration: Record<string, unknown>; answers: Record<string, string> };
        Returns: undefined;
      };
      ask_for_other_hours: { Args: { announcement_uuid: string; reason: string | null }; Returns: undefined };
      cancel_order: { Args: { order_uuid: string; reason: string | null }; Returns: undefined };
      owed_refunds: { Args: Record<never, never>; Returns: OwedRefund[] };
      undo_review: { Args: ReviewedRecord; Returns: undefined };
      backup_state: { Args: Record<never, never>; Returns: BackupState[] };
      pack_orders: { Args: { order_uuids: readonly string[] }; Returns: string[] };
      send_orders: { Args: { parcels: readonly ParcelEntry[] }; Returns: undefined };
      undo_sending: { Args: { order_uuid: string; was: string | null }; Returns: undefined };
      mark_arrived: { Args: { order_uuid: string }; Returns: undefined };
      keep_order_note: { Args: { order_uuid: string; note: string }; Returns: undefined };
      order_timeline: { Args: { order_uuid: string }; Returns: OrderEvent[] };
      proofs_of: { Args: ReviewedRecord; Returns: { filename: string; sent_at: string }[] };
      record_received: { Args: ReviewedRecord & { received: number }; Returns: undefined };
      record_refund: { Args: RefundEntry; Returns: undefined };
      undo_refund: { Args: { refund: string }; Returns: undefined };
      refund_lines: { Args: { refund: string }; Returns: RefundLine[] };
      match_refund: { Args: { refund: string; line: string | null }; Returns: undefined };
      closing: { Args: { first_day: string; last_day: string }; Returns: ClosingDay[] };
      settle_deleted_order: { Args: { order_uuid: string; gives_back: boolean }; Returns: undefined };
      resubmission: { Args: ReviewedRecord; Returns: Resubmission[] };
      send_another_proof: { Args: ReviewedRecord & { invoice_image: StoredImage }; Returns: undefined };
      review_warnings: { Args: ReviewedRecord; Returns: ReviewWarning[] };
      restore_removed_picture: { Args: { name: string }; Returns: boolean };
      deleted_records: { Args: Record<never, never>; Returns: DeletedRecord[] };
      restore_record: { Args: { place: TableName; uuid: string }; Returns: boolean };
      shared_amounts: { Args: Record<never, never>; Returns: SharedAmount[] };
      failed_mails: { Args: Record<never, never>; Returns: FailedMails[] };
      send_failed_mails: { Args: Record<never, never>; Returns: number };
      push_key: { Args: Record<never, never>; Returns: string | null };
      remember_format: { Args: StatementFormatRow; Returns: undefined };
      import_statement: { Args: { account: string; lines: readonly StatementLine[] }; Returns: ImportedStatement };
      undo_import: { Args: { at: string }; Returns: number };
      statement_matches: { Args: Record<never, never>; Returns: StatementMatch[] };
      open_payments: { Args: { typed: string; came: number }; Returns: OpenPayment[] };
      match_line: {
        Args: { line: string; place: PaidTable; records: readonly string[]; accepting: boolean } & {
          shares?: readonly number[];
        };
        Returns: undefined;
      };
      unmatch_line: { Args: { line: string }; Returns: undefined };
      accept_matches: { Args: { lines: readonly string[] }; Returns: { accepted: string[]; skipped: string[] } };
      my_data: { Args: Record<never, never>; Returns: Record<string, unknown> };
      unsubscribe: { Args: { token: string }; Returns: boolean };
      reserve_amount: {
        Args: { pathname: string; total: number; record: string };
        Returns: ReservedAmount;
      };
      my_removal: { Args: Record<never, never>; Returns: AccountRemovalCounts };
      delete_my_account: { Args: Record<never, never>; Returns: undefined };
    };
  };
};
