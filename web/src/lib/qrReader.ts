// The texts of all QR codes in a picture, by a reader that is loaded only then.

import compiled from "zxing-wasm/reader/zxing_reader.wasm?url";
import reader from "./codeReader?worker&url";
import { trustedScript } from "./trustedScript";

/** As much as a reader needs: a phone's twelve megapixels would keep it busy for seconds. */
const MAX_SIDE = 1_600;

/** What the reader is loaded from, for a page that must read without a network. */
export const readerFiles: readonly string[] = [reader, compiled];

export interface CodeReader {
  /** One picture at a time. */
  read: (pixels: ImageData) => Promise<string[]>;
  close: () => void;
}

/** Stays loaded until it is closed. */
export function createCodeReader(): CodeReader {
  const worker = new Worker(trustedScript("code-reader", reader), { type: "module" });
  const read = (pixels: ImageData) =>
    new Promise<string[]>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<string[] | string>) =>
        Array.isArray(data) ? resolve(data) : reject(new Error(data));
      worker.onerror = () => reject(new Error("The reader of QR codes could not be loaded"));
      worker.postMessage(pixels);
    });
  return { read, close: () => worker.terminate() };
}

/** None where no code can be read; throws for what is no picture. */
export async function readQrCodes(picture: Blob): Promise<string[]> {
  const pixels = await decodePixels(picture);
  const codeReader = createCodeReader();
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
