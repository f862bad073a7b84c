// Reads QR codes in a camera's pictures: by the browser itself where it can, else by the reader of pictures.

import { openCodeReader } from "./qrReader";

interface CodeDetector {
  read: (video: HTMLVideoElement) => Promise<string[]>;
  close: () => void;
}

type Detected = { rawValue: string };
type BrowsersDetector = { detect: (source: CanvasImageSource) => Promise<Detected[]> };
type WithDetector = { BarcodeDetector?: new (options: { formats: string[] }) => BrowsersDetector };

/** Enough for a code that fills a third of the picture. */
const LONGEST_SIDE = 800;

export function codeDetector(): CodeDetector {
  const { BarcodeDetector } = globalThis as WithDetector;
  return BarcodeDetector ? detectorOf(new BarcodeDetector({ formats: ["qr_code"] })) : readerOfFrames();
}

/** Some browsers name the detector and have none behind it: then the reader takes over. */
function detectorOf(browsers: BrowsersDetector): CodeDetector {
  let reader: CodeDetector | null = null;
  const read = async (video: HTMLVideoElement) => {
    if (reader) return reader.read(video);
    try {
      return (await browsers.detect(video)).map(({ rawValue }) => rawValue);
    } catch (failure) {
      console.warn(failure);
      reader = readerOfFrames();
      return [];
    }
  };
  return { read, close: () => reader?.close() };
}

function readerOfFrames(): CodeDetector {
  const reader = openCodeReader();
  const pen = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  if (!pen) throw new Error("This browser draws no pictures");
  const read = async (video: HTMLVideoElement) => {
    const scale = Math.min(1, LONGEST_SIDE / Math.max(video.videoWidth, video.videoHeight));
    const [width, height] = [Math.ceil(video.videoWidth * scale), Math.ceil(video.videoHeight * scale)];
    if (!width || !height) return [];
    Object.assign(pen.canvas, { width, height });
    pen.drawImage(video, 0, 0, width, height);
    return reader.read(pen.getImageData(0, 0, width, height));
  };
  return { read, close: reader.close };
}
