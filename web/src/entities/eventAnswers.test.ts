import { expect, test } from "vitest";
import type { JoinableEvent } from "@/data/auditions";
import { messages as own } from "@/messages/account.en";
import { messages as everyPage } from "@/messages/en";
import { parseEventAnswers } from "./eventAnswers";

const m = { ...everyPage, ...own };

test("Y35 what Tom leaves empty is said to be required, and not unclear as well", () => {
  const event = { uuid: "u", asked: ["whatsapp", "experience", "social_link"] } as unknown as JoinableEvent;
  const form = new FormData();
  for (const question of event.asked) form.set(`answer_${question}`, " ");
  expect(parseEventAnswers(form, event, m)).toMatchObject({
    errors: ["WhatsApp number value is required", "Experience value is required", "Social media value is required"],
  });
});
