// The total unpacked size that a zip archive declares; hucre unpacks no file beyond its declared size.

const END = { signature: 0x06054b50, bytes: 22, count: 10, directory: 16 };
const ENTRY = { bytes: 46, packed: 20, unpacked: 24, variable: [28, 30, 32] };
/** The size of an empty deflated file. */
const EMPTY = 2;
/** Placeholders for values stored in a ZIP64 record, as in archives of several gigabytes. */
const ZIP64_16 = 0xffff;
const ZIP64_32 = 0xffffffff;

/** In bytes; infinite if it is not declared. Throws if this is not an archive. */
export function getUnpackedSizeBytes(archive: Uint8Array): number {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  const end = endOf(view);
  const count = view.getUint16(end + END.count, true);
  if (count === ZIP64_16) return Number.POSITIVE_INFINITY;
  let size = 0;
  let position = view.getUint32(end + END.directory, true);
  for (let entry = 0; entry < count; entry += 1) {
    size += sizeOf(view.getUint32(position + ENTRY.packed, true), view.getUint32(position + ENTRY.unpacked, true));
    position += ENTRY.variable.reduce((bytes, field) => bytes + view.getUint16(position + field, true), ENTRY.bytes);
  }
  return size;
}

/** The end record may be followed by a comment. */
function endOf(view: DataView): number {
  let position = view.byteLength - END.bytes;
  while (view.getUint32(position, true) !== END.signature) position -= 1;
  return position;
}

function sizeOf(packed: number, unpacked: number): number {
  const isDeclared = unpacked < ZIP64_32 && (unpacked > 0 || packed <= EMPTY);
  return isDeclared ? Math.max(packed, unpacked) : Number.POSITIVE_INFINITY;
}
