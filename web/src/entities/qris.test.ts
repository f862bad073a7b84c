// Y13: parsing QRIS payloads and adding an amount. All checksums were computed with Python's binascii.crc_hqx.
import { describe, expect, test } from "vitest";
import { buildExactAmountCode, findQrisFault, parseMerchant, pickPaymentCode } from "./qris";

const account = "26620013ID.CO.BCA.WWW011893600014000012345602128850012345670303UMI";
const national = "51440014ID.CO.QRIS.WWW0215ID10203040506070303UMI";
const place = "6014BANDAR LAMPUNG610535111";

const usable = `000201010211${account}${national}5204565153033605802ID5912TAPIS CONTOH${place}62070703A0163042969`;

describe("Y13 a static code", () => {
  test("says whose it is", () => {
    expect(findQrisFault(usable)).toBeNull();
    expect(parseMerchant(usable)).toEqual({ name: "TAPIS CONTOH", city: "BANDAR LAMPUNG", nmid: "ID1020304050607" });
  });

  test("becomes one for exactly this total", () => {
    expect(buildExactAmountCode(usable, 1_249_997)).toBe(
      `000201010212${account}${national}52045651530336054071249997` +
        `5802ID5912TAPIS CONTOH${place}62070703A0163046E21`,
    );
  });

  test("may hold in its name what looks like other fields", () => {
    const tricky = `000201010211${account}${national}5204565153033605802ID5916KAIN 5802ID 6304${place}62070703A0163040028`;
    expect(findQrisFault(tricky)).toBeNull();
    expect(buildExactAmountCode(tricky, 850_000)).toBe(
      `000201010212${account}${national}5204565153033605406850000` +
        `5802ID5916KAIN 5802ID 6304${place}62070703A0163048338`,
    );
  });

  test("loses its tips and gets its fields sorted", () => {
    const withTips = `000201010211${account}${national}5204565153033605802ID5912TAPIS CONTOH${place}62070703A01550202560425006304D852`;
    const unsorted = `0002010102116014BANDAR LAMPUNG${account}${national}520456515802ID53033605912TAPIS CONTOH61053511162070703A016304BF65`;
    for (const text of [withTips, unsorted]) {
      expect(findQrisFault(text)).toBeNull();
      expect(buildExactAmountCode(text, 1_249_997)).toBe(buildExactAmountCode(usable, 1_249_997));
    }
  });
});

describe("Y13 a code is refused", () => {
  const rest = `5912TAPIS CONTOH${place}62070703A016304`;
  const refused: Record<string, [text: string, fault: ReturnType<typeof findQrisFault>]> = {
    "that is none": ["https://tapis.example/", "qris_structure"],
    "that is empty": ["", "qris_structure"],
    "that is cut off": [usable.slice(0, -1), "qris_structure"],
    "with a length that isn't true": [
      `000201010211${account}${national}5204565153033605802ID5912TAPIS CONTOH${place}62050710A6304B0DC`,
      "qris_structure",
    ],
    "without an acquirer": [`000201010211${national}5204565153033605802ID${rest}AB7D`, "qris_structure"],
    "without the national entry": [`000201010211${account}5204565153033605802ID${rest}BF9F`, "qris_structure"],
    "with another sum": [`${usable.slice(0, -4)}2968`, "qris_crc"],
    "in another currency": [`000201010211${account}${national}5204565153038405802ID${rest}38CF`, "qris_currency"],
    "of another country": [`000201010211${account}${national}5204565153033605802MY${rest}7A8C`, "qris_country"],
    "for one payment": [`000201010212${account}${national}5204565153033605802ID${rest}7480`, "qris_dynamic"],
    "without a merchant": [`000201010211${account}${national}5204565153033605802ID${place}630485CB`, "qris_merchant"],
    "with an amount": [
      `000201010211${account}${national}5204565153033605802ID5912TAPIS CONTOH${place}62070703A0154045000630406DF`,
      "qris_amount",
    ],
  };
  test.each(Object.entries(refused))("%s", (_, [text, fault]) => expect(findQrisFault(text)).toBe(fault));
});

test("Y13 of several codes in a picture the one for payments counts, and two of them are too many", () => {
  const page = "https://tapis.example/";
  const other = usable.replace("TAPIS CONTOH", "TAPIS KEDUA ");
  expect(pickPaymentCode([])).toBeNull();
  expect(pickPaymentCode([page])).toEqual({ text: page });
  expect(pickPaymentCode([page, usable, usable])).toEqual({ text: usable });
  expect(pickPaymentCode([usable, page, other])).toBe("several");
});
