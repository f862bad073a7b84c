// A second opinion on QR codes: ZXing draws them, which the shop leaves to another, and reads them; Python sums them up.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { prepareZXingModule as prepareReader, readBarcodes } from "zxing-wasm/reader";
import { prepareZXingModule as prepareWriter, writeBarcode } from "zxing-wasm/writer";
import { project } from "./openShop.ts";

const compiled = (name: string) => {
  const bytes = readFileSync(join(project, `web/node_modules/zxing-wasm/dist/${name}/zxing_${name}.wasm`));
  return { overrides: { wasmBinary: new Uint8Array(bytes).buffer } };
};
prepareReader(compiled("reader"));
prepareWriter(compiled("writer"));

/** A PNG with the code. */
export async function drawnCode(text: string): Promise<Buffer> {
  const { image, error } = await writeBarcode(text, { format: "QRCode", scale: 6 });
  if (!image) throw new Error(error);
  return Buffer.from(await image.arrayBuffer());
}

/** What the codes in a picture say. */
export async function codesIn(picture: Uint8Array): Promise<string[]> {
  const codes = await readBarcodes(new Uint8Array(picture), { formats: ["QRCode"] });
  return codes.map(({ text }) => text);
}

/** The text with the sum over it at its end. */
export function summedUp(text: string): string {
  const program = "import binascii, sys; print(f'{binascii.crc_hqx(sys.argv[1].encode(), 0xFFFF):04X}', end='')";
  return text + execFileSync(join(project, ".venv/bin/python"), ["-c", program, text], { encoding: "utf8" });
}
