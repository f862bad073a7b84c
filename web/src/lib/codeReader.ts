// Reads the QR codes in a picture with ZXing, as a worker: its policy, and no page's, lets it compile WebAssembly.

import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import compiled from "zxing-wasm/reader/zxing_reader.wasm?url";

prepareZXingModule({ overrides: { locateFile: () => compiled } });

addEventListener("message", ({ data }: MessageEvent<ImageData>) => {
  readBarcodes(data, { formats: ["QRCode"] }).then(
    (codes) => postMessage(codes.map(({ text }) => text)),
    (failure: unknown) => postMessage(String(failure)),
  );
});
