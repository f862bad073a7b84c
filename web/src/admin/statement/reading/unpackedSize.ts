// What a zip archive says that its files are unpacked; hucre unpacks no file beyond what is said of it here.

const END = { signature: 0x06054b50, bytes: 22, count: 10, directory: 16 };
const ENTRY = { bytes: 46, packed: 20, unpacked: 24, variable: [28, 30, 32] };
/** A file of nothing, deflated. */
const EMPTY = 2;
/** Where a number stands elsewhere, as archives of gigabytes have it (ZIP64). */
const ELSEWHERE_16 = 0xffff;
const ELSEWHERE_32 = 0xffffffff;

/** Of all files together, in bytes; infinite where it isn't said. Throws for what is no archive. */
export function unpackedSize(archive: Uint8Array): number {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  const end = endOf(view);
  const count = view.getUint16(end + END.count, true);
  if (count === ELSEWHERE_16) return Number.POSITIVE_INFINITY;
  let size = 0;
  let at = view.getUint32(end + END.directory, true);
  for (let entry = 0; entry < count; entry += 1) {
    size += sizeOf(view.getUint32(at + ENTRY.packed, true), view.getUint32(at + ENTRY.unpacked, true));
    at += ENTRY.variable.reduce((bytes, field) => bytes + view.getUint16(at + field, true), ENTRY.bytes);
  }
  return size;
}

/** A comment may follow the end. */
function endOf(view: DataView): number {
  let at = view.byteLength - END.bytes;
  while (view.getUint32(at, true) !== END.signature) at -= 1;
  return at;
}

function sizeOf(packed: number, unpacked: number): number {
  const isSaid = unpacked < ELSEWHERE_32 && (unpacked > 0 || packed <= EMPTY);
  return isSaid ? Math.max(packed, unpacked) : Number.POSITIVE_INFINITY;
}
