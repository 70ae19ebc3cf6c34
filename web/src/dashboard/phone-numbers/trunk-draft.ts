/** What stands in the fields of a trunk, and what is asked of the server with it. Pure. */
import type { createTrunk, RouteInput, SipTrunk, TrunkChange } from "@ongea/contract";

export interface TrunkDraft {
  name: string;
  provider: string;
  gateway: string;
  port: string;
  transport: SipTrunk["transport"];
  auth: SipTrunk["auth_type"];
  username: string;
  /** Empty: as it was. */
  password: string;
  numbers: string;
  inbound: boolean;
  sources: string;
  plus: boolean;
  codecs: string;
  qualify: string;
  encryption: SipTrunk["media_encryption"];
  /** Empty: as many as there are. */
  lines: string;
  callsPerSecond: string;
  transfer: SipTrunk["transfer"];
  /** At Africa's Talking: the application's name, and its API key; empty: as it was. */
  application: string;
  apiKey: string;
}

export type Change = (change: Partial<TrunkDraft>) => void;

export const CODEC_CHOICES = ["ulaw,alaw", "alaw,ulaw", "ulaw", "alaw"] as const;

const NEW_TRUNK: TrunkDraft = {
  name: "",
  provider: "",
  gateway: "",
  port: "",
  transport: "transport-udp",
  auth: "userpass",
  username: "",
  password: "",
  numbers: "",
  inbound: true,
  sources: "",
  plus: true,
  codecs: CODEC_CHOICES[0],
  qualify: "60",
  encryption: "no",
  lines: "",
  transfer: "bridge",
  callsPerSecond: "",
  application: "",
  apiKey: "",
};

export function draftOf(trunk: SipTrunk | undefined): TrunkDraft {
  if (!trunk) return NEW_TRUNK;
  const first = trunk.gateways[0];
  return {
    name: trunk.name,
    provider: trunk.provider,
    gateway: first?.gateway_address ?? "",
    port: String(first?.port ?? ""),
    transport: trunk.transport,
    auth: trunk.auth_type,
    username: trunk.auth_username ?? "",
    password: "",
    numbers: linesOf(trunk.phone_numbers.map(({ phone_number: number }) => number)),
    inbound: trunk.inbound_enabled,
    sources: linesOf(trunk.ip_identifiers.map(({ ip_address: address }) => address)),
    plus: trunk.outbound_leading_plus_enabled,
    codecs: trunk.allow,
    qualify: String(trunk.qualify_frequency),
    encryption: trunk.media_encryption,
    lines: String(trunk.lines ?? ""),
    transfer: trunk.transfer,
    callsPerSecond: String(trunk.calls_per_second ?? ""),
    application: trunk.africastalking?.username ?? "",
    apiKey: "",
  };
}

/** A company whose calls are ordered by HTTP (docs/guides/carriers.md). */
export function isAfricasTalking({ gateway }: Pick<TrunkDraft, "gateway">): boolean {
  return /(?:^|\.)africastalking\.com$/i.test(gateway.trim());
}

/** `isNew`: nothing of its account is known here. */
export function isComplete(draft: TrunkDraft, isNew: boolean): boolean {
  const { name, provider, gateway, auth, username, application, apiKey } = draft;
  const isOrdered = isAfricasTalking(draft) && auth === "userpass";
  const ordering = !isOrdered ? [] : isNew ? [application, apiKey] : [application];
  return [name, provider, gateway, ...ordering, ...(auth === "ip-based" ? [] : [username])].every((text) => text.trim() !== "");
}

type Body = RouteInput<typeof createTrunk>["body"];

export function newTrunkOf(draft: TrunkDraft): Body {
  const numbers = inLines(draft.numbers).map((phone_number) => ({ phone_number }));
  const named = { provider: draft.provider.trim(), auth_type: draft.auth, phone_numbers: numbers };
  return { ...settingsOf(draft, []), ...named, auth_password: draft.password };
}

/** Further gateways of a trunk, that the fields do not show, stay. */
export function changeOf(draft: TrunkDraft, trunk: SipTrunk): TrunkChange {
  const password = draft.password === "" ? {} : { auth_password: draft.password };
  return { ...settingsOf(draft, trunk.gateways.slice(1)), ...password };
}

/** Which numbers came and which went. */
export function numbersBetween(draft: TrunkDraft, { phone_numbers: before }: SipTrunk): { added: string[]; gone: string[] } {
  const wanted = inLines(draft.numbers).map((one) => `+${one.replace(/^\+/, "")}`);
  const had = before.map(({ phone_number: number }) => number);
  return { added: wanted.filter((one) => !had.includes(one)), gone: had.filter((one) => !wanted.includes(one)) };
}

function settingsOf(draft: TrunkDraft, further: SipTrunk["gateways"]) {
  const port = Number(draft.port);
  const priority = 1;
  const first = { gateway_address: draft.gateway.trim(), priority, ...(draft.port.trim() === "" ? {} : { port }) };
  return {
    name: draft.name.trim(),
    gateways: [first, ...further],
    transport: draft.transport,
    auth_username: draft.auth === "ip-based" ? "" : draft.username.trim(),
    inbound_enabled: draft.inbound,
    ip_identifiers: inLines(draft.sources).map((ip_address) => ({ ip_address })),
    outbound_leading_plus_enabled: draft.plus,
    allow: draft.codecs,
    qualify_frequency: Number(draft.qualify),
    media_encryption: draft.encryption,
    lines: orNone(draft.lines),
    transfer: draft.transfer,
    calls_per_second: orNone(draft.callsPerSecond),
    africastalking: orderingOf(draft),
  };
}

function orderingOf(draft: TrunkDraft): { username: string; api_key?: string } | null {
  const [username, key] = [draft.application.trim(), draft.apiKey.trim()];
  if (!isAfricasTalking(draft) || draft.auth !== "userpass" || username === "") return null;
  return { username, ...(key !== "" && { api_key: key }) };
}

function orNone(text: string): number | null {
  return text.trim() === "" ? null : Number(text);
}

function inLines(text: string): string[] {
  return text
    .split(/[\n,;]/)
    .map((line) => line.replaceAll(/[\s()-]/g, ""))
    .filter((line) => line !== "");
}

function linesOf(all: readonly string[]): string {
  return all.join("\n");
}
