// Downloads of files created in the browser.

/** Byte order mark, by which spreadsheets detect Unicode. */
const BYTE_ORDER_MARK = "\ufeff";

export function downloadText(
  text: string,
  filename: string,
  type: "text/csv" | "text/plain" | "text/calendar" | "application/json",
): void {
  const parts = type === "text/csv" ? [BYTE_ORDER_MARK, text] : [text];
  downloadBlob(new Blob(parts, { type: `${type};charset=utf-8` }), filename);
}

export function downloadBlob(blob: Blob, filename: string): void {
  const address = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement("a"), { href: address, download: filename });
  link.click();
  URL.revokeObjectURL(address);
}

/** For a picture within a file. */
export function toDataUrl(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
