/** What a file is by its first bytes: nobody's word for it counts. Pure. */

const SIGNS: readonly (readonly [type: string, at: number, sign: string])[] = [
  ["image/jpeg", 0, "\xff\xd8\xff"],
  ["image/png", 0, "\x89PNG\r\n\x1a\n"],
  ["image/gif", 0, "GIF8"],
  ["image/webp", 8, "WEBP"],
  ["application/pdf", 0, "%PDF-"],
  ["audio/ogg", 0, "OggS"],
  ["audio/mpeg", 0, "ID3"],
  ["audio/amr", 0, "#!AMR"],
  ["audio/mp4", 4, "ftypM4A"],
  ["video/3gpp", 4, "ftyp3g"],
  ["video/mp4", 4, "ftyp"],
];

/** MPEG's frame sync, layer III. */
const isMp3 = (bytes: Uint8Array): boolean => bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe6) === 0xe2;

/** Undefined: of no kind that is taken. */
export function sniffType(bytes: Buffer): string | undefined {
  const found = SIGNS.find(([, at, sign]) => bytes.subarray(at, at + sign.length).equals(Buffer.from(sign, "latin1")));
  return found?.[0] ?? (isMp3(bytes) ? "audio/mpeg" : undefined);
}
