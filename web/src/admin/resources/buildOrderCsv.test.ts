import { expect, test } from "vitest";
import type { OrderPeople } from "@/data/orderPeople";
import type { OrderedLine, Transaction } from "@/data/tables";
import type { AdminMessages } from "@/messages/admin";
import { messages } from "@/messages/admin.en";
import { formatCsv } from "../kit/formatCsv";
import { buildOrderCsv } from "./buildOrderCsv";

const words = messages as AdminMessages;
const line = (heading: string, over: Partial<OrderedLine> = {}) =>
  ({ uuid: heading, heading, price: 850_000, quantity_to_buy: 2, ...over }) as OrderedLine;
const order = {
  uuid: "a1b2c3d4-0000-4000-8000-000000000000",
  user_id: "tom",
  status: "Accepted",
  created_at: "2026-11-21T17:05:09+00:00",
  transactions: [line("Kebaya", { size: "M" }), line("Selop", { price: 100_000, quantity_to_buy: 1 })],
} as Transaction;
const nobody: OrderPeople = { deliveries: new Map(), buyers: new Map() };
const buyer = { user_id: "tom", name: "Tom Wijaya", email: "tom@tapis.example" };
const delivery = {
  name: "Ibu Sri",
  whatsapp: "628123456789",
  address: "Jl. Kartini 1",
  note: null,
  province: "Lampung",
  city: "Kota Metro",
};

test("Y12 a CSV of orders has a line per item with number, buyer, size, amount and total", () => {
  const people = {
    deliveries: new Map([[order.uuid, { ...delivery, order_uuid: order.uuid, user_id: "tom" }]]),
    buyers: new Map([["tom", buyer]]),
  } as OrderPeople;
  const [headings, ...lines] = buildOrderCsv([order], people, words);
  expect(headings).toEqual(Object.values(words.orderCsv));
  const who = ["A1B2C3D4", "2026-11-22T00:05:09", "Ibu Sri", "628123456789", "Jl. Kartini 1, Kota Metro, Lampung"];
  expect(lines).toEqual([
    [...who, "Kebaya", "M", "2", "850000", "1700000", "1800000", "Accepted", "", ""],
    [...who, "Selop", "", "1", "100000", "100000", "1800000", "Accepted", "", ""],
  ]);
  expect(formatCsv(lines)).not.toContain("'");
  for (const columns of lines) expect(columns).toHaveLength(headings?.length ?? 0);
});

test("Y26 a CSV of orders says how each is delivered, and what that costs in its total", () => {
  const sent = { ...order, delivery_way: { uuid: "way", name: "Kurir Lampung", fee: 24_000 } };
  const [, first] = buildOrderCsv([sent], nobody, words);
  expect(first?.slice(-4)).toEqual(["1824000", "Accepted", "Kurir Lampung", "24000"]);
});

test("Y12 a buyer without delivery details has their account's name, else the email, else the user ID", () => {
  const third = (people: OrderPeople) => buildOrderCsv([order], people, words)[1]?.slice(2, 5);
  expect(third({ ...nobody, buyers: new Map([["tom", buyer]]) })).toEqual(["Tom Wijaya", "", ""]);
  expect(third({ ...nobody, buyers: new Map([["tom", { ...buyer, name: null }]]) })?.[0]).toBe("tom@tapis.example");
  expect(third(nobody)?.[0]).toBe("tom");
});
