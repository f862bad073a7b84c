// Reads all QR codes in a picture, with a worker loaded on demand.

import compiled from "zxing-wasm/reader/zxing_reader.wasm?url";
import reader from "./codeReader?worker&url";
import { createTrustedScriptUrl } from "./trustedScript";

/** Sufficient for reading: a phone's twelve megapixels would take seconds. */
const MAX_SIDE = 1_600;

/** The worker's files, for pages that must work offline. */
export const qrReaderFiles: readonly string[] = [reader, compiled];

interface QrCodeReader {
  /** One picture at a time. */
  read: (pixels: ImageData) => Promise<string[]>;
  close: () => void;
}

/** The worker runs until closed. */
export function createQrCodeReader(): QrCodeReader {
  const worker = new Worker(createTrustedScriptUrl("code-reader", reader), { type: "module" });
  const read = (pixels: ImageData) =>
    new Promise<string[]>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<string[] | string>) =>
        Array.isArray(data) ? resolve(data) : reject(new Error(data));
      worker.onerror = () => reject(new Error("The reader of QR codes could not be loaded"));
      worker.postMessage(pixels);
    });
  return { read, close: () => worker.terminate() };
}

/** Empty if no code can be read; rejects if the file isn't a picture. */
export async function readQrCodes(picture: Blob): Promise<string[]> {
  const pixels = await decodePixels(picture);
  const codeReader = createQrCodeReader();
  try {
    return await codeReader.read(pixels);
  } finally {
    codeReader.close();
  }
}

async function decodePixels(picture: Blob): Promise<ImageData> {
  const bitmap = await createImageBitmap(picture);
  const scale = Math.min(1, MAX_SIDE / Math.max(bitmap.width, bitmap.height));
  const [width, height] = [Math.ceil(bitmap.width * scale), Math.ceil(bitmap.height * scale)];
  const context = new OffscreenCanvas(width, height).getContext("2d");
  if (!context) throw new Error("This browser draws no pictures");
  context.fillStyle = "#fff";
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = "high";
  context.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  return context.getImageData(0, 0, width, height);
}
