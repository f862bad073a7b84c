// Downscales and rotates a phone's pictures in the browser before upload.

const MAX_SIDE_PX = 2_000;
const QUALITY = 0.86;

/** Not accepted by the shop, because few browsers display it: always converted. */
const HEIC = /^image\/hei[cf]/;

/** Returns the file unchanged if it is small already, or can't be decoded here: the server decides on those. */
export async function downscalePicture(file: File): Promise<File> {
  const bitmap = await decode(file);
  if (!bitmap) return file;
  try {
    const scale = Math.min(1, MAX_SIDE_PX / Math.max(bitmap.width, bitmap.height));
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

/** Applies the EXIF orientation while decoding, since the encoded JPEG has none. */
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
