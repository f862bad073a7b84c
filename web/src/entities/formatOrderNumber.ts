// The short order number for people; the uuid stays the key.

/** "A1B2C3D4": the first eight digits of the uuid. */
export function formatOrderNumber(uuid: string): string {
  return uuid.slice(0, 8).toUpperCase();
}
