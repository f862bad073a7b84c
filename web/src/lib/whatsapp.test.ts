// Y3: WhatsApp numbers are parsed in any notation.
import { expect, test } from "vitest";
import { buildWhatsAppUrl, formatPhoneNumber, parseMobileNumber, parseWhatsAppNumber } from "./whatsapp";

test.each([
  ["081234567890", "6281234567890"],
  ["0812-3456-7890", "6281234567890"],
  ["+62 812 3456 7890", "6281234567890"],
  ["62812 3456 7890", "6281234567890"],
  ["+62 (0)812.3456.7890", "6281234567890"],
  ["(0721) 555 0134", "627215550134"],
  ["+65 9123 4567", "6591234567"],
  ["\u202a+62 812\u20113456\u20117890\u202c", "6281234567890"],
])("Y3 %s is the number %s", (typed, number) => {
  expect(parseWhatsAppNumber(typed)).toBe(number);
});

test.each(["", "0", "08", "0812", "8123456789", "0812345678901234567", "call me", "+0812345678", "0812 34a 5678"])(
  'Y3 "%s" is no number',
  (typed) => {
    expect(parseWhatsAppNumber(typed)).toBeNull();
  },
);

test.each([
  ["6281234567890", "0812 3456 7890"],
  ["6591234567", "+6591234567"],
])("Y3 %s is shown as %s, and that is the same number again", (number, shown) => {
  expect(formatPhoneNumber(number)).toBe(shown);
  expect(parseWhatsAppNumber(shown)).toBe(number);
});

test("Y3 a link opens the chat with the sentence in it", () => {
  expect(buildWhatsAppUrl("6281234567890", "Order A1B2C3D4: is it there? & thanks")).toBe(
    "https://wa.me/6281234567890?text=Order%20A1B2C3D4%3A%20is%20it%20there%3F%20%26%20thanks",
  );
});

test.each([
  ["0812-3456-7890", "6281234567890"],
  ["+65 9123 4567", "6591234567"],
  ["+62 721 555 0134", null],
  ["", null],
])("Y5 a shop whose phone is %s is asked at %s", (phone, number) => {
  expect(parseMobileNumber(phone)).toBe(number);
});
