// Reads QR codes in camera frames: with the browser's BarcodeDetector if available, else with ZXing.

import { createQrCodeReader } from "./qrReader";

interface CodeDetector {
  read: (video: HTMLVideoElement) => Promise<string[]>;
  close: () => void;
}

type Detected = { rawValue: string };
type NativeDetector = { detect: (source: CanvasImageSource) => Promise<Detected[]> };
type NativeGlobals = { BarcodeDetector?: new (options: { formats: string[] }) => NativeDetector };

/** Enough for a code that fills a third of the frame. */
const MAX_SIDE = 800;

export function createQrCodeDetector(): CodeDetector {
  const { BarcodeDetector } = globalThis as NativeGlobals;
  return BarcodeDetector ? wrapNative(new BarcodeDetector({ formats: ["qr_code"] })) : createFrameReader();
}

/** Some browsers expose a BarcodeDetector that doesn't work: then ZXing takes over. */
function wrapNative(native: NativeDetector): CodeDetector {
  let reader: CodeDetector | null = null;
  const read = async (video: HTMLVideoElement) => {
    if (reader) return reader.read(video);
    try {
      return (await native.detect(video)).map(({ rawValue }) => rawValue);
    } catch (failure) {
      console.warn(failure);
      reader = createFrameReader();
      return [];
    }
  };
  return { read, close: () => reader?.close() };
}

function createFrameReader(): CodeDetector {
  const reader = createQrCodeReader();
  const context = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("This browser draws no pictures");
  const read = async (video: HTMLVideoElement) => {
    const scale = Math.min(1, MAX_SIDE / Math.max(video.videoWidth, video.videoHeight));
    const [width, height] = [Math.ceil(video.videoWidth * scale), Math.ceil(video.videoHeight * scale)];
    if (!width || !height) return [];
    Object.assign(context.canvas, { width, height });
    context.drawImage(video, 0, 0, width, height);
    return reader.read(context.getImageData(0, 0, width, height));
  };
  return { read, close: reader.close };
}
