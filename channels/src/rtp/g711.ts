/** G.711 (ITU-T): one byte a sample. Both laws by table: a sample costs one look-up. */
export type G711Law = "PCMU" | "PCMA";

export interface G711Tables {
  /** Sample of a byte. */
  decode: Int16Array;
  /** Byte of a sample: index it with `sample & 0xffff`. */
  encode: Uint8Array;
  /** What silence looks like on the wire. */
  silence: number;
}

export function g711(law: G711Law): G711Tables {
  return law === "PCMU" ? PCMU : PCMA;
}

const MU_BIAS = 0x84;
const MU_CLIP = 32_635;
const PCMU = makeTables(decodeMu, encodeMu);
const PCMA = makeTables(decodeA, encodeA);

function makeTables(decodeOne: (byte: number) => number, encodeOne: (sample: number) => number): G711Tables {
  const decode = Int16Array.from({ length: 256 }, (_, byte) => decodeOne(byte));
  const encode = new Uint8Array(65_536);
  for (let sample = -32_768; sample < 32_768; sample++) encode[sample & 0xffff] = encodeOne(sample);
  return { decode, encode, silence: encode[0] ?? 0 };
}

function decodeMu(byte: number): number {
  const inverted = ~byte & 0xff;
  const exponent = (inverted >> 4) & 7;
  const magnitude = (((inverted & 15) << 3) + MU_BIAS) << exponent;
  return inverted & 0x80 ? MU_BIAS - magnitude : magnitude - MU_BIAS;
}

function encodeMu(sample: number): number {
  const sign = sample < 0 ? 0x80 : 0;
  const magnitude = Math.min(Math.abs(sample), MU_CLIP) + MU_BIAS;
  const exponent = 24 - Math.clz32(magnitude);
  return ~(sign | (exponent << 4) | ((magnitude >> (exponent + 3)) & 15)) & 0xff;
}

function decodeA(byte: number): number {
  const even = byte ^ 0x55;
  const exponent = (even >> 4) & 7;
  const base = ((even & 15) << 4) + 8;
  const magnitude = exponent === 0 ? base : (base + 0x100) << (exponent - 1);
  return even & 0x80 ? magnitude : -magnitude;
}

function encodeA(sample: number): number {
  const sign = sample >= 0 ? 0x80 : 0;
  const magnitude = Math.min(sample >= 0 ? sample : ~sample, 32_767);
  const exponent = Math.max(0, 24 - Math.clz32(magnitude | 1));
  const mantissa = exponent === 0 ? (magnitude >> 4) & 15 : (magnitude >> (exponent + 3)) & 15;
  return (sign | (exponent << 4) | mantissa) ^ 0x55;
}
