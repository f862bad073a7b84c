import * as v from "valibot";
import { expect, test } from "vitest";
import { messages as own } from "@/messages/account.en";
import { messages as everyPage } from "@/messages/en";
import { freeRegistrationSchema, registrationSchema } from "./registration";

const m = { ...everyPage, ...own };
const picture = (type = "image/png") => new File(["x"], "a.png", { type });
const untouched = () => new File([], "");
const sound = {
  name: "Tom",
  place_and_date_of_birth: "Metro, 1 May 2004",
  address: "Jl. Pucuk Rebung 1",
  age: "22",
  body_weight: "60",
  height: "175",
  comcard_image: picture(),
  invoice_image: picture(),
};

const sentences = (over: object) =>
  v.safeParse(registrationSchema(m), { ...sound, ...over }).issues?.map((issue) => issue.message) ?? [];

test("V1 an empty form says everything at once, in the order of the fields", () => {
  const empty = Object.fromEntries(Object.keys(sound).map((name) => [name, "  "]));
  expect(sentences({ ...empty, comcard_image: untouched(), invoice_image: untouched() })).toEqual([
    "Name value is required",
    "Place and Date of Birth value is required",
    "Address value is required",
    "Age value is required",
    "Body Weight value is required",
    "Height value is required",
    "Comcard Image file is required",
    "Invoice Image file is required",
  ]);
});

test.each([
  ["0", "Age value must be greater than 0"],
  ["-3.5", "Age value must be greater than 0"],
  ["32768", "Age value cannot exceed 32767"],
  ["1000000000", "Age value cannot exceed 32767"],
  ["17.5", "Age value must be a whole number"],
  ["1e9", "Age value must be a whole number"],
])("V1 an age of %s: %s", (age, sentence) => {
  expect(sentences({ age })).toEqual([sentence]);
});

test("V1 the bounds themselves are allowed, and numbers arrive as numbers", () => {
  const entered = v.parse(registrationSchema(m), { ...sound, age: "1", body_weight: "32767", name: " Tom " });
  expect(entered).toMatchObject({ age: 1, body_weight: 32767, height: 175, name: "Tom" });
});

test("V1 a file that is no picture is named", () => {
  const pdf = picture("application/pdf");
  expect(sentences({ comcard_image: pdf, invoice_image: pdf })).toEqual([
    "File you uploaded in Comcard Image is not an image file",
    "File you uploaded in Invoice Image is not an image file",
  ]);
});

test("Y35 an event that costs nothing asks for no proof, and has a copy of the card in its place", () => {
  const { invoice_image: _, ...free } = sound;
  const entered = v.parse(freeRegistrationSchema(m), free);
  expect(entered.invoice_image).not.toBe(entered.comcard_image);
  expect([entered.invoice_image.name, entered.invoice_image.type]).toEqual(["a.png", "image/png"]);
  expect(v.safeParse(freeRegistrationSchema(m), { ...free, comcard_image: untouched() }).success).toBe(false);
});
