// The texts of all QR codes in a picture, by a reader that is loaded only then.

import compiled from "zxing-wasm/reader/zxing_reader.wasm?url";
import reader from "./codeReader?worker&url";
import { trustedScript } from "./trustedScript";

/** As much as a reader needs: a phone's twelve megapixels would keep it busy for seconds. */
const LONGEST_SIDE = 1_600;

/** What the reader is loaded from, for a page that must read without a network. */
export const readerFiles: readonly string[] = [reader, compiled];

export interface CodeReader {
  /** One picture at a time. */
  read: (pixels: ImageData) => Promise<string[]>;
  close: () => void;
}

/** Stays loaded until it is closed. */
export function openCodeReader(): CodeReader {
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
  const pixels = await pixelsOf(picture);
  const opened = openCodeReader();
  try {
    return await opened.read(pixels);
  } finally {
    opened.close();
  }
}

async function pixelsOf(picture: Blob): Promise<ImageData> {
  const drawn = await createImageBitmap(picture);
  const scale = Math.min(1, LONGEST_SIDE / Math.max(drawn.width, drawn.height));
  const [width, height] = [Math.ceil(drawn.width * scale), Math.ceil(drawn.height * scale)];
  const pen = new OffscreenCanvas(width, height).getContext("2d");
  if (!pen) throw new Error("This browser draws no pictures");
  pen.fillStyle = "#fff";
  pen.fillRect(0, 0, width, height);
  pen.imageSmoothingQuality = "high";
  pen.drawImage(drawn, 0, 0, width, height);
  drawn.close();
  return pen.getImageData(0, 0, width, height);
}
