import { expect, test } from "vitest";
import { paramsOf, viewIn } from "./useView";

const sortable = ["heading", "price", "created_at"];
const view = (address: string) => viewIn(new URLSearchParams(address), sortable);

test("Z5 a bare address means the newest, from the first page", () => {
  expect(view("")).toEqual({ search: "", sort: "created_at", ascending: false, page: 1 });
  expect(paramsOf(view(""))).toEqual({});
});

test("Z5 what an address says is what it is made of again", () => {
  const params = { q: "kain", sort: "-price", page: "3" };
  expect(paramsOf(view(new URLSearchParams(params).toString()))).toEqual(params);
});

test.each(["sort=password", "page=0", "page=-1", "page=1.5", "page=x"])(
  "Z5 %s is nothing that can be asked",
  (address) => {
    expect(view(address)).toEqual(view(""));
  },
);

test("M3 a table may begin with another order than the newest first, and its address stays short then", () => {
  const view = viewIn(new URLSearchParams(), ["title"], "title");
  expect(view).toMatchObject({ sort: "title", ascending: true });
  expect(paramsOf(view, "title")).toEqual({});
  expect(paramsOf({ ...view, ascending: false }, "title")).toEqual({ sort: "-title" });
});
