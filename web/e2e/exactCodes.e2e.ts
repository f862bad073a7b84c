// Codes for the exact total: how Ada's picture of a static QRIS code becomes them, and how Tom pays and follows his order.
import { add, choose, dialog, edit, fill, open, submit } from "./adminActions.ts";
import { expect, type Page, test } from "./fixtures.ts";
import { drawnCode, summedUp } from "./secondOpinion.ts";

const account = "26620013ID.CO.BCA.WWW011893600014000012345602128850012345670303UMI";
const national = "51440014ID.CO.QRIS.WWW0215ID10203040506070303UMI";
// A name that holds what looks like other fields.
const whose = "5802ID5916KAIN 5802ID 63046014BANDAR LAMPUNG610535111";
const staticCode = (currency = "360") =>
  summedUp(`000201010211${account}${national}520456515303${currency}${whose}6304`);
const merchant = ["KAIN 5802ID 6304", "BANDAR LAMPUNG", "ID1020304050607"];
const entered = {
  Pathname: "/shopping-cart",
  "Payment Account": "Bank Contoh",
  "Account Number": "0000 1234",
  "Full Name": "Tapis Contoh",
};
const specified = {
  pathname: "/shopping-cart",
  payment_account: "Bank Contoh",
  account_number: "0000 1234",
  full_name: "Tapis Contoh",
};
const confirmation = "This is our account: show buyers a code with the exact total";
async function chooseCode(page: Page, text: string): Promise<void> {
  const file = { name: "qris.png", mimeType: "image/png", buffer: await drawnCode(text) };
  await dialog(page).getByLabel("QRIS Image", { exact: true }).setInputFiles(file);
}

/** What the form stores, without its moments. */
async function stored(page: Page, method: "POST" | "PATCH"): Promise<Record<string, unknown>> {
  const asked = page.waitForRequest(
    (request) => request.method() === method && request.url().includes("/rest/v1/payment_methods"),
  );
  await submit(page).click();
  const { uuid: _, created_at: __, updated_at: ___, qris_image: ____, ...values } = (await asked).postDataJSON();
  await expect(dialog(page)).toBeHidden();
  return values;
}

test("Y13 W2 Ada's picture of the code is read in her browser, and kept once she confirmed whose it is", async ({
  page,
  shop,
  admin,
}) => {
  await shop.empty("payment_methods");
  await open(page, shop, admin, "payment-methods");
  await add(page);
  await fill(page, entered);
  const verdict = dialog(page).getByRole("group", { name: "A code with the exact total" });
  await choose(page, "QRIS Image");
  await expect(verdict).toContainText("No QR code could be read in this picture.");
  await chooseCode(page, staticCode("840"));
  await expect(verdict).toContainText("This QRIS code is not in rupiah. Buyers see the picture as it is.");
  await chooseCode(page, staticCode());
  for (const words of merchant) await expect(verdict).toContainText(words);
  // Nobody confirmed it: the method is stored with its specified fields alone.
  expect(await stored(page, "POST")).toEqual(specified);

  await edit(page, "Tapis Contoh");
  await verdict.getByRole("button", { name: "Read the code in this picture" }).click();
  await verdict.getByLabel(confirmation).check();
  await expect(verdict).toContainText("is unofficial, and some apps refuse it");
  const ceiling = verdict.getByLabel("QRIS Limit");
  await expect(ceiling).toHaveValue("10.000.000");
  await ceiling.fill("2.000.000");
  await dialog(page).getByLabel("Tell orders with the same total apart").check();
  expect(await stored(page, "PATCH")).toMatchObject({
    qris: staticCode(),
    ceiling: 2_000_000,
    exact_amounts: true,
  });

  await edit(page, "Tapis Contoh");
  await expect(verdict.getByLabel(confirmation)).toBeChecked();
  await fill(page, { "Full Name": "Tapis Lampung" });
  expect(await stored(page, "PATCH")).toEqual({ ...specified, full_name: "Tapis Lampung" });

  await edit(page, "Tapis Lampung");
  await choose(page, "QRIS Image");
  await expect(verdict).toContainText("No QR code could be read in this picture.");
  expect(await stored(page, "PATCH")).toMatchObject({ qris: null });
});
