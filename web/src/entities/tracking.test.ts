import { expect, test } from "vitest";
import type { Parcel } from "@/data/tables";
import { buildTrackingUrl } from "./tracking";

const parcel = { tracking_number: "JP 1/2", tracking_page: "https://jne.example/?no={number}" } as Parcel;

test("Y27 a parcel's number stands in the courier's address, and nothing of it leads elsewhere", () => {
  expect(buildTrackingUrl(parcel)).toBe("https://jne.example/?no=JP%201%2F2");
  expect(buildTrackingUrl({ ...parcel, tracking_number: null })).toBeNull();
  expect(buildTrackingUrl({ ...parcel, tracking_page: "https://jne.example/", tracking_number: null })).toBe(
    "https://jne.example/",
  );
  expect(buildTrackingUrl({ ...parcel, tracking_page: null })).toBeNull();
});
