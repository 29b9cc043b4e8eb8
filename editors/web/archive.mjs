// A ZIP archive without compression (PKWARE APPNOTE 6.3, methods "stored"): what Download writes.

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit += 1) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
  return rest;
});

/** The checksum CRC-32 of bytes. */
export function checksum(bytes) {
  let rest = 0xffffffff;
  for (const byte of bytes) rest = table[(rest ^ byte) & 0xff] ^ (rest >>> 8);
  return ~rest >>> 0;
}

/** A record of a header: little-endian numbers, each with its size in bytes. */
function record(...fields) {
  return Uint8Array.from(
    fields.flatMap(([value, size]) => Array.from({ length: size }, (_, index) => (value >>> (8 * index)) & 0xff)));
}

/**
 * The archive of some files.
 *
 * @param {{ name: string, bytes: Uint8Array }[]} files
 * @returns {Blob}
 */
export function archive(files) {
  const [pieces, directory] = [[], []];
  let offset = 0;
  for (const { name, bytes } of files) {
    const path = new TextEncoder().encode(name);
    // Version 2.0, names in UTF-8, stored, 1 January 1980.
    const common = [
      [20, 2], [0x0800, 2], [0, 2], [0, 2], [0x21, 2], [checksum(bytes), 4], [bytes.length, 4], [bytes.length, 4],
      [path.length, 2], [0, 2],
    ];
    const local = record([0x04034b50, 4], ...common);
    pieces.push(local, path, bytes);
    directory.push(record([0x02014b50, 4], [20, 2], ...common, [0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]), path);
    offset += local.length + path.length + bytes.length;
  }
  const size = directory.reduce((sum, piece) => sum + piece.length, 0);
  const end = record(
    [0x06054b50, 4], [0, 2], [0, 2], [files.length, 2], [files.length, 2], [size, 4], [offset, 4], [0, 2]);
  return new Blob([...pieces, ...directory, end], { type: "application/zip" });
}
