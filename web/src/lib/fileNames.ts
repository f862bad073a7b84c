// Object names of uploaded pictures: `{name}-{uuid}{ext}`, in characters that every storage accepts.

/** "Kain Tapis.final.JPG" → base "Kain Tapis.final", extension ".JPG". */
function splitExtension(fileName: string): { base: string; extension: string } {
  const dot = fileName.lastIndexOf(".");
  if (dot <= 0) return { base: fileName, extension: "" };
  return { base: fileName.slice(0, dot), extension: fileName.slice(dot) };
}

// Magic bytes of image formats, as Latin-1, and their file extensions.
const signatures: readonly [RegExp, readonly string[]][] = [
  [/^\xff\xd8\xff/, [".jpg", ".jpeg"]],
  [/^\x89PNG/, [".png"]],
  [/^RIFF.{4}WEBP/s, [".webp"]],
  [/^.{4}ftyp(avif|mif1)/s, [".avif"]],
  [/^GIF8/, [".gif"]],
  // HEIC that this browser can't convert: named so, the server refuses its content and says what to send instead.
  [/^.{4}ftyp(hei[cmsx]|hev[cmx])/s, [".jpg", ".jpeg"]],
];

/** Corrects the extension by the magic bytes, because the server refuses a mismatch: a PNG "kain.jpg" becomes "kain.png". */
export function correctExtension(fileName: string, head: Uint8Array): string {
  const start = String.fromCharCode(...head.subarray(0, 32));
  const extensions = signatures.find(([signature]) => signature.test(start))?.[1];
  const { base, extension } = splitExtension(fileName);
  return extensions && !extensions.includes(extension.toLowerCase()) ? `${base}${extensions[0]}` : fileName;
}

/** Letters, digits, dots, hyphens and underscores; accents are dropped, anything else becomes one hyphen. */
function slug(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .replace(/[^A-Za-z0-9._-]+/g, "-")
    .replace(/^[-.]+|[-.]+$/g, "")
    .slice(0, 100);
}

/** A unique object name, and the file's base name as title. */
export function createStoredName(
  fileName: string,
  id: string = crypto.randomUUID(),
): { filename: string; title: string } {
  const { base, extension } = splitExtension(fileName);
  const safeExtension = slug(extension.slice(1));
  const filename = `${slug(base) || "picture"}-${id}${safeExtension ? `.${safeExtension}` : ""}`;
  return { filename, title: base };
}
