import { expect, test } from "vitest";
import { buildListParams, NO_FILTERS, parseListState } from "./useListState";

const sortable = ["heading", "price", "created_at"];
const view = (address: string) => parseListState(new URLSearchParams(address), sortable);

test("Z5 a bare address means the newest, from the first page", () => {
  expect(view("")).toEqual({ search: "", ...NO_FILTERS, sort: "created_at", ascending: false, page: 1 });
  expect(buildListParams(view(""))).toEqual({});
});

test("Z5 what an address says is what it is made of again", () => {
  const person = "00000000-0000-4000-8000-000000000000";
  const filters = { status: "Processed", person, from: "2026-01-01", to: "2026-01-31" };
  const params = { q: "kain", ...filters, sort: "-price", page: "3" };
  expect(buildListParams(view(new URLSearchParams(params).toString()))).toEqual(params);
});

test.each(["sort=password", "page=0", "page=-1", "page=1.5", "page=x", "from=soon", "person=Tom"])(
  "Z5 %s is nothing that can be asked",
  (address) => {
    expect(view(address)).toEqual(view(""));
  },
);

test("M3 a table may begin with another order than the newest first, and its address stays short then", () => {
  const view = parseListState(new URLSearchParams(), ["title"], "title");
  expect(view).toMatchObject({ sort: "title", ascending: true });
  expect(buildListParams(view, "title")).toEqual({});
  expect(buildListParams({ ...view, ascending: false }, "title")).toEqual({ sort: "-title" });
});
