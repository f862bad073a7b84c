// Web worker that reads QR codes with ZXing: only its content security policy, no page's, allows WebAssembly.

import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import compiled from "zxing-wasm/reader/zxing_reader.wasm?url";

prepareZXingModule({ overrides: { locateFile: () => compiled } });

addEventListener("message", ({ data }: MessageEvent<ImageData>) => {
  readBarcodes(data, { formats: ["QRCode"] }).then(
    (codes) => postMessage(codes.map(({ text }) => text)),
    (failure: unknown) => postMessage(String(failure)),
  );
});
