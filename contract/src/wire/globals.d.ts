/** What every JavaScript host has and the language's own library does not declare. */
declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>;
}
