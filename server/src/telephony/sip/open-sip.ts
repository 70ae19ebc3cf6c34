/** The SIP port of the installation. */
import { createSipEndpoint, type DigestSecrets, type SipEndpoint, type SipEndpointOptions, type Trunk } from "@ongea/channels";
import { explainListening } from "../../platform/cannot-listen.ts";
import { CannotStart } from "../../platform/cannot-start.ts";
import type { Inbound } from "../inbound/inbound.ts";

export interface SipOptions {
  host: string;
  port: number;
  advertisedHost?: string | undefined;
  /** `name:password`, separated by commas. */
  phones: string;
  /** Those of workspaces. */
  accounts: PhoneAccounts;
  trunk?: Trunk | undefined;
  maxCalls: number;
  /** Of all lines, how many one address that nobody knows may hold, and one trunk, one phone, or all strangers together. */
  addressPercent: number;
  sourcePercent: number;
  /** TCP connections that one address may hold at a time. */
  connectionsPerHost: number;
  /** Believed beside the usual authorities when a trunk is reached over TLS, in PEM. */
  tlsAuthorities: readonly string[];
  /** Where TLS is taken, and in whose name. */
  tls: SipEndpointOptions["tls"];
  /** How busy the machine is, 0…1. */
  pressure(): number;
  /** A fault while a message was dealt with, or one that could not be sent. */
  failed(error: unknown): void;
  /** A phone's password was wrong; told with its address. */
  wrongPassword(from: string): void;
}

export interface PhoneAccounts {
  /** What such a phone proves itself by; undefined: there is none under this user. */
  secretsOf(user: string): Promise<DigestSecrets | undefined>;
  /** It has registered, or has signed out. */
  changed(user: string): Promise<void>;
}

export async function openSip(options: SipOptions, inbound: Inbound): Promise<SipEndpoint> {
  const { host, port, advertisedHost, trunk, maxCalls } = options;
  const share = (percent: number): number => Math.max(1, Math.floor((maxCalls * percent) / 100));
  const most = share(options.sourcePercent);
  const passwords = phonesOf(options.phones);
  try {
    return await createSipEndpoint({
      host,
      port,
      ...(advertisedHost === undefined ? {} : { advertisedHost }),
      password: (user) => passwords.get(user) ?? options.accounts.secretsOf(user),
      onRegistered: (user) => void options.accounts.changed(user),
      trunks: () => (trunk ? [trunk] : []),
      trunkOf: (source, called) => inbound.trunkOf(source, called),
      answers: (number) => inbound.answers(number),
      onCall: (call) => void inbound.rings(call),
      maxCalls: maxCalls * 2,
      mostCalls: { address: share(options.addressPercent), strangers: most, known: most },
      connectionsPerHost: options.connectionsPerHost,
      tlsAuthorities: options.tlsAuthorities,
      tls: options.tls,
      pressure: options.pressure,
      onWrongPassword: options.wrongPassword,
      onFailure: options.failed,
    });
  } catch (error) {
    const isTls = error instanceof Error && "port" in error && error.port === options.tls?.port;
    if (isTls) return explainListening(error, { what: `SIP port ${options.tls?.port} for TLS`, host, setting: "SIP_TLS_PORT" });
    return explainListening(error, { what: `SIP port ${port}`, host, setting: "SIP_PORT" });
  }
}

/** `sip:user:password@host:port`; without an account `sip:host:port`. Undefined when nothing is set. */
export function trunkOf(text: string): Trunk | undefined {
  if (text === "") return undefined;
  const match = /^sips?:(?:([^:@]+):([^@]*)@)?([^:@]+)(?::(\d{1,5}))?(?:;transport=(udp|tcp))?$/.exec(text);
  const [, username, password, host, port, transport] = match ?? [];
  if (host === undefined)
    throw new CannotStart("The setting SIP_TRUNK is not valid: it must look like sip:user:password@host:port.");
  return {
    name: "trunk",
    host,
    ...(port === undefined ? {} : { port: Number(port) }),
    ...(transport === "tcp" ? { transport: "tcp" as const } : {}),
    ...(username === undefined ? {} : { username, password: password ?? "" }),
  };
}

function phonesOf(text: string): Map<string, string> {
  const phones = new Map<string, string>();
  for (const entry of text.split(",").map((part) => part.trim())) {
    if (entry === "") continue;
    const at = entry.indexOf(":");
    if (at < 1 || at === entry.length - 1)
      throw new CannotStart("The setting SIP_PHONES is not valid: each entry must look like name:password.");
    phones.set(entry.slice(0, at), entry.slice(at + 1));
  }
  return phones;
}
