// A statement whose columns are separated in an unusual way is read, and its separator can be chosen.
import { readFileSync } from "node:fs";
import { open } from "./adminActions.ts";
import { expect, test } from "./fixtures.ts";
import { isAccessible } from "./pageChecks.ts";

const FILE = [
  "Tanggal Transaksi;Uraian Transaksi;Debet;Kredit;Saldo",
  "21/11/2026 10:15;Transfer SITI;0,00;185.000,00;1.185.000,00",
  "21/11/2026 11:02;Biaya ADM;6.500,00;0,00;1.178.500,00",
].join("\r\n");

test.describe("in Indonesian", () => {
  test.use({ locale: "id-ID" });
  const choose = "Pilih mutasi rekening (CSV atau Excel)";
  const separator = "Pemisah kolom";
  const semicolon = "titik koma";
  const comma = "koma";
  const submit = /^Simpan (\d+) baris$/;

  test("Y16 Ada brings a statement with semicolons, times and decimal commas, and can choose its separator", async ({
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

test("Y16 Ada brings an Excel statement as it is; one that can't be read is refused with a way out", async ({
  page,
  shop,
  admin,
}) => {
  await open(page, shop, admin, "review/statement");
  const drop = (name: string, buffer: Buffer) =>
    page.getByRole("button", { name: "Choose a statement" }).setInputFiles({
      name,
      mimeType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      buffer,
    });
  await drop("rusak.xlsx", Buffer.from("PK\u0003\u0004 and nothing more"));
  await expect(page.getByRole("alert")).toContainText("In Excel, save it as .xlsx without a password, or as CSV.");
  await drop("mutasi.xlsx", readFileSync("src/admin/statement/reading/examples/mutasi.xlsx"));
  await expect(page.getByRole("row", { name: /TRSF E-BANKING CR SITI RAHAYU \+185\.000/ })).toBeVisible();
  await expect(page.getByLabel("Account number")).toHaveValue("1370012345678");
  await page.getByRole("button", { name: "Import 3 lines" }).click();
  await expect(page.getByText("3 lines of 1370012345678 new, 0 known already.")).toBeVisible();
});

test("Y16 figures that contradict the remembered decimal mark are asked about, and rows left out are told, as are payments beyond the newest thousand", async ({
  page,
  shop,
  admin,
}) => {
  await open(page, shop, admin, "review/statement");
  const drop = (...lines: string[]) =>
    page.getByRole("button", { name: "Choose a statement" }).setInputFiles({
      name: "mutasi.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(["No. Rekening: 7719900001", "Tanggal;Keterangan;Nominal", ...lines].join("\n")),
    });
  await drop("20/11/2026;BUNGA;247", "20/11/2026;PAJAK;-49");
  await page.getByRole("button", { name: "Import 2 lines" }).click();
  await expect(page.getByText("2 lines of 7719900001 new")).toBeVisible();
  await drop("21/11/2026;SITI;850.000", "21/11/2026;RINA;1.250.000", "Saldo akhir;;2.100.000");
  await expect(page.getByRole("row", { name: /SITI \+850\.000/ })).toBeVisible();
  await page.getByRole("button", { name: "Import 2 lines" }).click();
  await drop("22/11/2026;DEWI;185.000", "Saldo akhir;;2.285.000");
  await expect(page.getByText("1 line of 7719900001 new")).toBeVisible();
  await page.getByText("1 line left out").click();
  await expect(page.getByText("Saldo akhir 2.285.000")).toBeVisible();

  await shop.sql(`insert into public.statement_lines (account, booked_on, amount, description, place_of_day)
    select '7719900001', '2026-11-23', 1000, 'SETORAN', place from generate_series(1, 1001) as place`);
  await page.reload();
  await expect(page.getByRole("region", { name: "Unmatched incoming payments (1000)" })).toContainText(
    "The newest 1000. Older ones appear as these are matched.",
  );
  await shop.sql("delete from public.statement_lines");
});
