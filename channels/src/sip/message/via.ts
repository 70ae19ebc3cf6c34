import { parseParameters } from "./name-address.ts";
import { formatHostPort, parseHostPort } from "./uri.ts";

/** One hop that a message has taken. */
export interface Via {
  transport: string;
  host: string;
  port: number | undefined;
  branch: string | undefined;
  parameters: Record<string, string>;
}

/** Reads one value of Via (RFC 3261 section 20.42), or undefined when it is none. */
export function parseVia(text: string): Via | undefined {
  const match = /^SIP\s*\/\s*2\.0\s*\/\s*([A-Za-z0-9\-.!%*_+`'~]+)\s+([^;]+?)\s*(?:;(.*))?$/is.exec(text);
  if (!match) return undefined;
  const place = parseHostPort((match[2] ?? "").replace(/\s*:\s*/g, (colon) => colon.trim()));
  const parameters = parseParameters(match[3] ?? "");
  if (!place || !parameters) return undefined;
  return { transport: (match[1] ?? "").toUpperCase(), ...place, branch: parameters["branch"], parameters };
}

export function formatVia(via: Via): string {
  let text = `SIP/2.0/${via.transport} ${formatHostPort(via.host, via.port)}`;
  for (const [name, value] of Object.entries(via.parameters)) text += value === "" ? `;${name}` : `;${name}=${value}`;
  return text;
}
