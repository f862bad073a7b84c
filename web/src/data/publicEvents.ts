// Queries of the public event pages; visitors, as whom they are read, can't read unpublished events.
import { NEWEST_FIRST_PARAMS, type PublicQuery, tableQuery } from "./publicRows";
import type { CastingEvent } from "./tables";

export type ListedEvent = Omit<
  CastingEvent,
  "story" | "pictures" | "asked" | "forget_after_days" | "published" | "sought" | "created_at" | "updated_at"
>;
const listed = "uuid,name,image,places,days,opens_at,closes_at,fee,translations";

export const publishedEventsQuery: PublicQuery<ListedEvent[]> = tableQuery("events", {
  ...NEWEST_FIRST_PARAMS,
  select: listed,
});

export const publishedEventQuery = (uuid: string) => tableQuery("events", { select: "*", uuid: `eq.${uuid}` });
