// The text of a QR code in a picture: by the browser's own detector where it has one, else by a reader loaded only then.

/** As much as a reader needs: a phone's twelve megapixels would keep it busy for seconds. */
const LONGEST_SIDE = 1_600;
/** For the second looks at a picture that is hard to read. */
const PATIENCE_MS = 3_000;

/** Null where no code can be read; throws for what is no picture. */
export async function qrTextIn(picture: Blob): Promise<string | null> {
  const pixels = await pixelsOf(picture);
  return (await detected(pixels).catch(() => null)) ?? read(pixels);
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

/** Known to phones and to Chrome on some computers, and not yet to TypeScript. */
type Detector = new (options: {
  formats: string[];
}) => { detect: (picture: ImageData) => Promise<{ rawValue: string }[]> };

async function detected(pixels: ImageData): Promise<string | null> {
  const { BarcodeDetector } = window as { BarcodeDetector?: Detector };
  if (!BarcodeDetector) return null;
  const [code] = await new BarcodeDetector({ formats: ["qr_code"] }).detect(pixels);
  return code?.rawValue ?? null;
}

async function read(pixels: ImageData): Promise<string | null> {
  const { decodeQR } = await import("qr/decode.js");
  try {
    return decodeQR(pixels, { timeLimit: PATIENCE_MS });
  } catch {
    return null;
  }
}
