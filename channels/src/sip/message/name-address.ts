import { emptyFields } from "./fields.ts";
import { splitOutsideQuotes } from "./headers.ts";
import type { SipUri } from "./uri.ts";
import { parseUri } from "./uri.ts";

/** The value of From, To, Contact, Route or Record-Route. */
export interface NameAddress {
  displayName: string | undefined;
  /** As it stood between `<` and `>`, or bare. */
  uriText: string;
  /** Undefined when the address is of a scheme other than sip and sips. */
  uri: SipUri | undefined;
  /** Parameters of the header, not of the address; names in lower case. */
  parameters: Readonly<Record<string, string>>;
}

const TOKEN = /^[A-Za-z0-9\-.!%*_+`'~]+$/;
const OTHER_SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*:[^\s<>"]+$/;

/** Reads a name and address (RFC 3261 section 25.1, strictly), or undefined when it is none. */
export function parseNameAddress(text: string): NameAddress | undefined {
  const value = text.trim();
  const angle = openingAngle(value);
  if (angle < 0) return parseBareAddress(value);
  const displayName = parseDisplayName(value.slice(0, angle).trim());
  if (displayName === null) return undefined;
  const close = value.indexOf(">", angle);
  if (close < 0) return undefined;
  const after = value.slice(close + 1).trim();
  if (after !== "" && !after.startsWith(";")) return undefined;
  const parameters = parseParameters(after.slice(1));
  return withUri(value.slice(angle + 1, close), displayName, parameters);
}

/** `;`-separated parameters, or undefined when one is malformed or repeated. */
export function parseParameters(text: string): Record<string, string> | undefined {
  const parameters = emptyFields();
  if (text.trim() === "") return parameters;
  for (const part of splitOutsideQuotes(text, ";")) {
    const equals = part.indexOf("=");
    const name = (equals < 0 ? part : part.slice(0, equals)).trim().toLowerCase();
    const value = equals < 0 ? "" : part.slice(equals + 1).trim();
    if (!TOKEN.test(name) || name in parameters || !isParameterValue(value, equals >= 0)) return undefined;
    parameters[name] = value.startsWith('"') ? unquote(value) : value;
  }
  return parameters;
}

export function formatNameAddress(address: {
  displayName?: string | undefined;
  uriText: string;
  tag?: string | undefined;
}): string {
  const name = address.displayName ? `"${address.displayName.replace(/[\r\n]/g, " ").replace(/["\\]/g, "\\$&")}" ` : "";
  return `${name}<${address.uriText}>${address.tag ? `;tag=${address.tag}` : ""}`;
}

export function unquote(text: string): string {
  return text.slice(1, -1).replace(/\\(.)/g, "$1");
}

/** Where `<` stands outside quotes; -1 when there is none, or a quote does not end. */
function openingAngle(value: string): number {
  let quoted = false;
  for (let i = 0; i < value.length; i++) {
    const char = value[i];
    if (quoted) {
      if (char === "\\") i++;
      else if (char === '"') quoted = false;
    } else if (char === '"') quoted = true;
    else if (char === "<") return i;
  }
  return -1;
}

/** Null when it is none. Bare names are tokens; a dot or comma needs quotes. */
function parseDisplayName(text: string): string | undefined | null {
  if (text === "") return undefined;
  if (text.startsWith('"')) return /^"(?:[^"\\]|\\.)*"$/s.test(text) ? unquote(text) : null;
  return text.split(/\s+/).every((word) => TOKEN.test(word)) ? text.replace(/\s+/g, " ") : null;
}

/** Without `<>` everything behind `;` belongs to the header, and an address that has `?` or `,` in it needs them. */
function parseBareAddress(value: string): NameAddress | undefined {
  const semicolon = value.indexOf(";");
  const uriText = (semicolon < 0 ? value : value.slice(0, semicolon)).trim();
  if (/[?,]/.test(uriText)) return undefined;
  return withUri(uriText, undefined, semicolon < 0 ? parseParameters("") : parseParameters(value.slice(semicolon + 1)));
}

function withUri(
  uriText: string,
  displayName: string | undefined,
  parameters: Record<string, string> | undefined,
): NameAddress | undefined {
  if (!parameters) return undefined;
  if (!/^sips?:/i.test(uriText))
    return OTHER_SCHEME.test(uriText) ? { displayName, uriText, uri: undefined, parameters } : undefined;
  const uri = parseUri(uriText);
  return uri && { displayName, uriText, uri, parameters };
}

function isParameterValue(value: string, given: boolean): boolean {
  if (!given) return true;
  if (value.startsWith('"')) return /^"(?:[^"\\]|\\.)*"$/s.test(value);
  return TOKEN.test(value) || /^\[?[A-Za-z0-9:.-]+\]?$/.test(value);
}
