// A statement whose columns are separated in an unusual way is read, and its separator can be chosen.
import { open } from "./adminActions.ts";
import { expect, test } from "./fixtures.ts";
import { isAccessible } from "./pageChecks.ts";

const FILE = [
  "Tanggal Transaksi;Uraian Transaksi;Debet;Kredit;Saldo",
  "21/11/2026 10:15;Transfer SITI;0,00;185.000,00;1.185.000,00",
  "21/11/2026 11:02;Biaya ADM;6.500,00;0,00;1.178.500,00",
].join("\r\n");

for (const { locale, choose, separator, semicolon, comma, submit } of [
  {
    locale: "en-US",
    choose: "Choose a statement (CSV)",
    separator: "Separator of the columns",
    semicolon: "a semicolon",
    comma: "a comma",
    submit: /^Read (\d+) lines?$/,
  },
  {
    locale: "id-ID",
    choose: "Pilih mutasi rekening (CSV)",
    separator: "Pemisah kolom",
    semicolon: "titik koma",
    comma: "koma",
    submit: /^Simpan (\d+) baris$/,
  },
]) {
  test.describe(() => {
    test.use({ locale });
    test(`Y16 Ada brings a statement with semicolons, times and decimal commas, and can choose its separator (${locale})`, async ({
      page,
      shop,
      admin,
    }) => {
      await open(page, shop, admin, "review/statement");
      const file = { name: "mutasi.csv", mimeType: "text/csv", buffer: Buffer.from(FILE) };
      await page.getByRole("button", { name: choose }).setInputFiles(file);
      await expect(page.getByRole("row", { name: /Transfer SITI \+185\.000/ })).toBeVisible();
      await expect(page.getByLabel(separator)).toHaveValue(";");
      await page.getByLabel(separator).selectOption({ label: comma });
      await expect(page.getByRole("button", { name: submit })).toBeDisabled();
      await page.getByLabel(separator).selectOption({ label: semicolon });
      await expect(page.getByRole("button", { name: submit })).toBeEnabled();
      await expect(page.getByRole("row", { name: /Biaya ADM −6\.500/ })).toBeVisible();
      await isAccessible(page);
    });
  });
}
