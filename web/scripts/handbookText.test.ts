import { expect, test } from "vitest";
import { asHtml } from "./handbookText.ts";

test("Y29 a page of the handbook is headings, paragraphs, lists and pictures, and never markup of its text", () => {
  expect(asHtml("# Pesanan\n\nKetuk **Buka**.\n\n1. Satu\n2. Dua\n\n![Daftar](orders.webp)")).toBe(
    [
      "<h1>Pesanan</h1>",
      "<p>Ketuk <strong>Buka</strong>.</p>",
      "<ol><li>Satu</li><li>Dua</li></ol>",
      '<p><img src="orders.webp" alt="Daftar" loading="lazy"></p>',
    ].join("\n"),
  );
  expect(asHtml("a <b> & c")).toBe("<p>a &lt;b&gt; &amp; c</p>");
});
