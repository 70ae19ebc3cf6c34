/** Texts as SMPP carries them: the GSM alphabet, a septet in each octet, or UCS-2; parts with a user data header. Pure. */
import { BASIC, EXTENDED, splitIntoSegments } from "../../contacts/index.ts";

export interface CodedText {
  dataCoding: number;
  /** Each with its header, where there are several. */
  parts: Buffer[];
}

const ESCAPE = 0x1b;
const EXTENDED_CODES = [0x0a, 0x14, 0x28, 0x29, 0x2f, 0x3c, 0x3d, 0x3e, 0x40, 0x65];
const CODES = new Map<string, readonly number[]>([
  ...[...BASIC].map((one, index) => [one, [index < ESCAPE ? index : index + 1]] as const),
  ...[...EXTENDED].map((one, index) => [one, [ESCAPE, EXTENDED_CODES[index] ?? 0]] as const),
]);
const BASIC_BY_CODE = new Map([...BASIC].map((one, index) => [index < ESCAPE ? index : index + 1, one]));
const EXTENDED_BY_CODE = new Map([...EXTENDED].map((one, index) => [EXTENDED_CODES[index] ?? 0, one]));

const GSM = 0;
const UCS2 = 8;

/** `reference`: 0 to 255, of this text's parts. */
export function encodeText(text: string, reference: number): CodedText {
  const { isGsm, parts } = splitIntoSegments(text);
  const coded = parts.map((part) => (isGsm ? encodeGsm(part) : encodeUcs2(part)));
  const dataCoding = isGsm ? GSM : UCS2;
  if (coded.length === 1) return { dataCoding, parts: coded };
  const withHeader = coded.map((part, index) =>
    Buffer.concat([Buffer.from([5, 0, 3, reference & 0xff, coded.length, index + 1]), part]),
  );
  return { dataCoding, parts: withHeader };
}

function encodeGsm(text: string): Buffer {
  return Buffer.from([...text].flatMap((one) => CODES.get(one) ?? []));
}

function encodeUcs2(text: string): Buffer {
  return Buffer.from(text, "utf16le").swap16();
}

/** Undefined: it is no text that is known. By TS 23.038 and SMPP 3.4, 5.2.19. */
export function decodeText(bytes: Buffer, dataCoding: number): string | undefined {
  const isClass = dataCoding >= 0xf0 && (dataCoding & 0x04) === 0;
  const isGeneralGsm = dataCoding >= 0x10 && dataCoding < 0x40 && (dataCoding & 0x2c) === 0;
  const isGeneralUcs2 = dataCoding >= 0x10 && dataCoding < 0x40 && (dataCoding & 0x2c) === UCS2;
  if (dataCoding === GSM || isClass || isGeneralGsm) return decodeGsm(bytes);
  if (dataCoding === UCS2 || isGeneralUcs2) return decodeUcs2(bytes);
  if (dataCoding === 1) return bytes.toString("latin1").replaceAll(/[\u0080-\u00ff]/g, "\ufffd");
  return dataCoding === 3 ? bytes.toString("latin1") : undefined;
}

function decodeGsm(bytes: Buffer): string {
  let [text, isEscaped] = ["", false];
  for (const byte of bytes) {
    if (!isEscaped && byte === ESCAPE) isEscaped = true;
    else {
      const basic = BASIC_BY_CODE.get(byte) ?? "\ufffd";
      text += isEscaped ? (EXTENDED_BY_CODE.get(byte) ?? basic) : basic;
      isEscaped = false;
    }
  }
  return text;
}

function decodeUcs2(bytes: Buffer): string {
  return Buffer.from(bytes.subarray(0, bytes.length & ~1))
    .swap16()
    .toString("utf16le");
}

export interface Piece {
  reference: string;
  total: number;
  /** From 1. */
  index: number;
  bytes: Buffer;
}

export interface Content {
  bytes: Buffer;
  /** Undefined: it is whole. */
  piece: Piece | undefined;
}

const HAS_HEADER = 0x40;

interface Carried {
  esm_class: number;
  short_message: Buffer;
  message_payload?: Buffer | undefined;
  sar_msg_ref_num?: number | undefined;
  sar_total_segments?: number | undefined;
  sar_segment_seqnum?: number | undefined;
}

/** What it carries, without its header. A header that is broken is left out, and the text counts as whole. */
export function contentOf(carried: Carried): Content {
  const { esm_class: esmClass, short_message: short, message_payload: payload } = carried;
  const all = short.length > 0 ? short : (payload ?? short);
  const { sar_msg_ref_num: reference, sar_total_segments: total, sar_segment_seqnum: index } = carried;
  if ((esmClass & HAS_HEADER) === 0) return { bytes: all, piece: pieceOf(`sar ${reference}`, { total, index }, all) };
  const length = (all[0] ?? 0) + 1;
  // A header that is longer than the whole is none.
  const bytes = length > all.length ? Buffer.alloc(0) : all.subarray(length);
  const found = concatenationIn(all.subarray(1, Math.min(length, all.length)));
  return { bytes, piece: found && pieceOf(found.reference, found, bytes) };
}

function pieceOf(
  reference: string,
  { total, index }: { total?: number | undefined; index?: number | undefined },
  bytes: Buffer,
): Piece | undefined {
  if (total === undefined || index === undefined || total < 2 || index < 1 || index > total) return undefined;
  return { reference, total, index, bytes };
}

/** Of the elements of a header, the one that tells which part this is: with a reference of 8 bits (0) or 16 (8). */
function concatenationIn(header: Buffer): { reference: string; total: number; index: number } | undefined {
  for (let at = 0; at + 1 < header.length;) {
    const [id, length] = [header[at], header[at + 1] ?? 0];
    const value = header.subarray(at + 2, at + 2 + length);
    const isWhole = value.length === length;
    if (isWhole && id === 0 && length === 3) return { reference: `8 ${value[0]}`, total: value[1] ?? 0, index: value[2] ?? 0 };
    if (isWhole && id === 8 && length === 4)
      return { reference: `16 ${value.readUInt16BE(0)}`, total: value[2] ?? 0, index: value[3] ?? 0 };
    at += 2 + length;
  }
  return undefined;
}
