// When an event is over.
import { expect, test } from "vitest";
import { getEventStatus } from "./castingEvent";

const show = { kind: "show" as const, date: "2026-12-12", from: "19:00", until: "", place: "" };
const statusAt = (days: (typeof show)[], shopTime: string) =>
  getEventStatus({ opens_at: null, closes_at: null, days }, Date.parse(`${shopTime}+07:00`));

test("Y35 a show without an end is over at the next midnight of the shop, not the moment it begins", () => {
  expect(statusAt([show], "2026-12-12T18:59:59")).toEqual({ status: "closed", until: "2026-12-12T12:00:00.000Z" });
  expect(statusAt([show], "2026-12-12T19:00:00")).toEqual({ status: "closed", until: null });
  expect(statusAt([show], "2026-12-12T23:59:59")).toEqual({ status: "closed", until: null });
  expect(statusAt([show], "2026-12-13T00:00:00")).toEqual({ status: "over", until: null });
});

test("Y35 a show with an end is over at its end", () => {
  const ending = [{ ...show, until: "21:00" }];
  expect(statusAt(ending, "2026-12-12T20:59:59").status).toBe("closed");
  expect(statusAt(ending, "2026-12-12T21:00:00").status).toBe("over");
});
