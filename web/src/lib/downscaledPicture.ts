// A phone's picture made small enough to send: turned upright and scaled down in the browser.

export const MAX_SIDE = 2_000;
const QUALITY = 0.86;

/** What the shop takes from nobody, because few browsers show it. */
const HEIC = /^image\/hei[cf]/;

/** Leaves alone what is small already, and what this browser can't decode: the server has the last word on that. */
export async function downscalePicture(file: File): Promise<File> {
  const bitmap = await decode(file);
  if (!bitmap) return file;
  try {
    const scale = Math.min(1, MAX_SIDE / Math.max(bitmap.width, bitmap.height));
    const mustBeJpeg = HEIC.test(file.type);
    if (scale === 1 && !mustBeJpeg) return file;
    const jpeg = await encodeJpeg(bitmap, scale);
    return jpeg && (mustBeJpeg || jpeg.size < file.size)
      ? new File([jpeg], jpegName(file.name), { type: jpeg.type })
      : file;
  } finally {
    bitmap.close();
  }
}

/** The camera's orientation mark is applied while decoding, since the JPEG we write carries none. */
async function decode(file: File): Promise<ImageBitmap | null> {
  if (file.type === "image/gif") return null;
  try {
    return await createImageBitmap(file, { imageOrientation: "from-image" });
  } catch {
    return null;
  }
}

async function encodeJpeg(picture: ImageBitmap, scale: number): Promise<Blob | null> {
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  const context = canvas.getContext("2d");
  if (!context) return null;
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY));
}

function jpegName(name: string): string {
  return /\.jpe?g$/i.test(name) ? name : `${name.replace(/\.[^.]+$/, "")}.jpg`;
}
