/** How a command reaches the server that runs beside it. */
import { resolve } from "node:path";
import { createClient, type Client } from "@ongea/contract";
import { knownOperatorToken } from "../platform/secrets/local-secrets.ts";
import type { Config } from "../platform/config/config.ts";
import { publicUrlOf } from "../platform/config/public-url.ts";

export interface ServerAccess {
  url: string;
  /** Where people find the same server. */
  publicUrl: string;
  /** The operator's own, from the data folder; none where no server has run. */
  credentials: Readonly<Record<string, string>>;
}

export function accessTo(config: Config): ServerAccess {
  const token = knownOperatorToken(resolve(config.DATA_DIR));
  const host = config.HOST === "0.0.0.0" || config.HOST === "::" ? "127.0.0.1" : config.HOST;
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${config.PORT}`,
    publicUrl: publicUrlOf(config, config.PORT),
    credentials: token === undefined ? {} : { authorization: `Bearer ${token}` },
  };
}

/** A program's tool may work at another machine's server (`ONGEA_URL`, `ONGEA_KEY`); else at the one beside it. */
export function accessToConfigured(config: Config): ServerAccess {
  const beside = accessTo(config);
  const { ONGEA_URL: url = beside.url, ONGEA_KEY: key } = config;
  const isBeside = config.ONGEA_URL === undefined;
  // The operator's token is for this machine's server alone.
  const credentials = key === undefined ? (isBeside ? beside.credentials : {}) : { authorization: `Bearer ${key}` };
  return { url: url.replace(/\/+$/, ""), publicUrl: isBeside ? beside.publicUrl : url, credentials };
}

export function clientOn({ url, credentials }: ServerAccess): Client {
  return createClient(url, fetch, credentials);
}
