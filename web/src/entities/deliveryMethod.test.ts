import { expect, test } from "vitest";
import type { DeliveryMethod } from "@/data/tables";
import { citiesByProvince } from "./citiesByProvince";
import { calculateDeliveryFee, deliversTo, isCompleteAddress } from "./deliveryMethod";

const method = { kind: "courier", areas: [], price: 12_000, per_kilogram: true, free_from: null, default_weight: 500 };
const courier = (over: Partial<DeliveryMethod> = {}) => ({ ...method, ...over }) as DeliveryMethod;
const metro = { address: "Jl. Pucuk Rebung 1", province: "Lampung", city: "Kota Metro" };

test.each([
  [500, 2, 12_000],
  [501, 2, 24_000],
  [null, 3, 24_000],
])("Y26 each started kilogram costs: %s g, %i times", (weight, quantity, fee) => {
  expect(calculateDeliveryFee(courier(), [{ price: 150_000, quantity, weight }])).toBe(fee);
});

test("Y26 a flat fee ends at the sum from which it is free", () => {
  const flat = courier({ per_kilogram: false, free_from: 300_000 });
  expect(
    [1, 2, 3].map((quantity) => calculateDeliveryFee(flat, [{ price: 150_000, quantity, weight: 9_000 }])),
  ).toEqual([12_000, 0, 0]);
});

test.each([
  [[], true],
  [["lampung"], true],
  [["Bali", "Lampung, Kota Metro"], true],
  [["Lampung, Kota Bandar Lampung"], false],
  [["Kota Metro"], false],
])("Y26 a courier with the areas %j goes to Metro: %s", (areas, goes) => {
  expect(deliversTo(courier({ areas }), metro)).toBe(goes);
});

test("Y26 a courier needs address, province and city", () => {
  expect(isCompleteAddress(metro)).toBe(true);
  for (const missing of ["address", "province", "city"])
    expect(isCompleteAddress({ ...metro, [missing]: null })).toBe(false);
});

test("Y26 Indonesia has 38 provinces with 416 regencies and 98 cities, each named once", () => {
  const places = [...citiesByProvince].flatMap(([province, named]) => named.map((place) => `${province}, ${place}`));
  expect(citiesByProvince.size).toBe(38);
  expect(places.filter((place) => place.includes(", Kota "))).toHaveLength(98);
  expect(new Set(places.filter((place) => place.includes(", Kabupaten "))).size).toBe(416);
  expect(citiesByProvince.get("Lampung")).toContain("Kota Metro");
});
