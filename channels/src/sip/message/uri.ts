/** A `sip:` or `sips:` address. Parameter names are in lower case; a parameter without a value has an empty one. */
import { emptyFields } from "./fields.ts";
export interface SipUri {
  scheme: "sip" | "sips";
  /** Unescaped. */
  user: string | undefined;
  host: string;
  port: number | undefined;
  parameters: Readonly<Record<string, string>>;
  /** What stood behind `?`, if anything. */
  headers: string | undefined;
}

const USER = /^(?:[A-Za-z0-9\-_.!~*'()&=+$,;?/#]|%[0-9A-Fa-f]{2})*$/;
const PASSWORD = /^(?:[A-Za-z0-9\-_.!~*'()&=+$,]|%[0-9A-Fa-f]{2})*$/;
const HOST =
  /^(?:[A-Za-z0-9](?:[A-Za-z0-9_-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9_-]*[A-Za-z0-9])?)*\.?|\[[0-9A-Fa-f:.]+\])$/;
const PARAMETER = /^(?:[A-Za-z0-9\-_.!~*'()[\]/:&+$]|%[0-9A-Fa-f]{2})+$/;

/** Reads an address (RFC 3261 section 19.1, strictly), or undefined when it is none. */
export function parseUri(text: string): SipUri | undefined {
  const colon = text.indexOf(":");
  const scheme = text.slice(0, Math.max(0, colon)).toLowerCase();
  if (scheme !== "sip" && scheme !== "sips") return undefined;
  let rest = text.slice(colon + 1);
  let user: string | undefined;
  const at = rest.lastIndexOf("@");
  if (at >= 0) {
    user = parseUser(rest.slice(0, at));
    if (user === undefined) return undefined;
    rest = rest.slice(at + 1);
  }
  const question = rest.indexOf("?");
  const headers = question >= 0 ? rest.slice(question + 1) : undefined;
  const [hostPort = "", ...pairs] = (question >= 0 ? rest.slice(0, question) : rest).split(";");
  const place = parseHostPort(hostPort);
  if (!place) return undefined;
  const parameters = emptyFields();
  for (const pair of pairs) {
    const equals = pair.indexOf("=");
    const name = (equals < 0 ? pair : pair.slice(0, equals)).toLowerCase();
    const value = equals < 0 ? "" : pair.slice(equals + 1);
    if (!PARAMETER.test(name) || (equals >= 0 && !PARAMETER.test(value)) || name in parameters) return undefined;
    parameters[name] = value;
  }
  return { scheme, user, host: place.host, port: place.port, parameters, headers };
}

/** Host and optional port, as they stand in addresses and in Via. */
export function parseHostPort(text: string): { host: string; port: number | undefined } | undefined {
  const match = /^(\[[^\]]*\]|[^:]*)(?::(\d{1,5}))?$/.exec(text);
  const host = match?.[1] ?? "";
  if (!match || !HOST.test(host)) return undefined;
  const port = match[2] === undefined ? undefined : Number(match[2]);
  if (port !== undefined && (port < 1 || port > 65_535)) return undefined;
  return { host: host.startsWith("[") ? host.slice(1, -1) : host.toLowerCase(), port };
}

export function formatUri(uri: SipUri): string {
  let text = `${uri.scheme}:${uri.user === undefined ? "" : `${escapeUser(uri.user)}@`}${formatHostPort(uri.host, uri.port)}`;
  for (const [name, value] of Object.entries(uri.parameters)) text += value === "" ? `;${name}` : `;${name}=${value}`;
  return text;
}

export function formatHostPort(host: string, port: number | undefined): string {
  const shown = host.includes(":") ? `[${host}]` : host;
  return port === undefined ? shown : `${shown}:${port}`;
}

/** A plain address of ours or of a peer. */
export function sipUri(user: string | undefined, host: string, port?: number, parameters: Record<string, string> = {}): SipUri {
  return { scheme: "sip", user, host, port, parameters, headers: undefined };
}

/** UDP is what everybody takes for granted. */
export function transportParameter(transport: "udp" | "tcp" | "tls"): Record<string, string> {
  return transport === "udp" ? {} : { transport };
}

function parseUser(text: string): string | undefined {
  const colon = text.indexOf(":");
  const user = colon < 0 ? text : text.slice(0, colon);
  if (user === "" || !USER.test(user) || (colon >= 0 && !PASSWORD.test(text.slice(colon + 1)))) return undefined;
  try {
    return decodeURIComponent(user);
  } catch {
    // Escapes that are no UTF-8: kept as they stand.
    return user;
  }
}

function escapeUser(user: string): string {
  return encodeURIComponent(user).replace(/%(24|26|2B|2C|3B|3D|2F|3F)/g, (code) => decodeURIComponent(code));
}
