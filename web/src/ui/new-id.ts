/** A random UUID, on pages without https too: there browsers have no `crypto.randomUUID`. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const fixed = (byte: number, at: number): number => (at === 6 ? (byte & 15) | 64 : at === 8 ? (byte & 63) | 128 : byte);
  const hex = Array.from(bytes, (byte, at) => fixed(byte, at).toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
