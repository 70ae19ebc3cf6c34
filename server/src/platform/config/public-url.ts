import type { Config } from "./config.ts";

/** Where people find the pages: one address for the start's lines, the letters and the commands. */
export function publicUrlOf({ PUBLIC_URL, HOST }: Config, port: number): string {
  return PUBLIC_URL ?? `http://${shownHost(HOST)}:${port}`;
}

/** Passkeys belong to a name and not to 127.0.0.1, and an account made at one of the two is not signed in at the other: `localhost` for both. */
function shownHost(host: string): string {
  if (["0.0.0.0", "::", "127.0.0.1", "::1"].includes(host)) return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}
