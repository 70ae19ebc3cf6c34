import { createHmac } from "node:crypto";
import { isRecord, keysOf } from "@ongea/conversation";
import { z } from "zod";
import { azureAccess } from "../azure/access.ts";
import { askJson, type CheckOptions, type CheckRefusal, type JsonAnswer, type JsonQuestion } from "./ask-json.ts";

export interface ProviderAccount {
  name?: string;
  status?: string;
  type?: string;
}

export type CheckResult = { ok: true; account?: ProviderAccount } | CheckRefusal;

/**
 * Asks the provider whether it takes this key: the cheapest question that needs one. Twilio's key is written as `SID:token`, Plivo's as
 * `AUTH_ID:TOKEN`, Africa's Talking's as `username:key`, WhatsApp's as
 * `app secret:access token`, Messenger's and Instagram's too, Telegram's as BotFather shows it, Azure's as `https://<resource>.openai.azure.com|<key>`. Never throws, and never repeats the key.
 */
export async function checkProvider(id: ConnectableId, key: string, options: CheckOptions = {}): Promise<CheckResult> {
  const { question, account }: Check = CHECKS[id];
  const asked = /^[\x21-\x7e]{1,1300}$/.test(key) ? question(key, options.baseUrl) : undefined;
  if (!asked) return { ok: false, problem: "refused", says: "the key is not written as this provider's keys are" };
  const answer = await askJson(asked, options);
  // A key with few rights is a key all the same.
  if (!answer.ok && isShortOfRights(answer)) return { ok: true };
  if (!answer.ok) return { ok: false, problem: answer.problem, says: answer.says };
  const known = account?.(answer);
  return known && Object.keys(known).length > 0 ? { ok: true, account: known } : { ok: true };
}

type Answered = Extract<JsonAnswer, { ok: true }>;

interface Check {
  /** Absent: the key is not written as it must be. */
  question(key: string, baseUrl?: string): JsonQuestion | undefined;
  account?(answer: Answered): ProviderAccount;
}

const CHECKS = {
  twilio: {
    question: (key, baseUrl = "https://api.twilio.com") =>
      basic(key, /^AC[0-9a-fA-F]{32}$/, (sid) => at(baseUrl, `2010-04-01/Accounts/${sid}.json`)),
    account: ({ json }) => facts(json, { name: "friendly_name", status: "status", type: "type" }),
  },
  plivo: {
    question: (key, baseUrl = "https://api.plivo.com") =>
      basic(key, /^[A-Z0-9]{10,40}$/, (id) => at(baseUrl, `v1/Account/${id}/`)),
    account: ({ json }) => facts(json, { name: "name", type: "account_type" }),
  },
  africastalking: {
    question: (key, baseUrl) => {
      const [username = "", apiKey = "", ...more] = key.split(":");
      if (more.length > 0 || !/^[\w.-]{1,60}$/.test(username) || apiKey === "") return undefined;
      const host = username === "sandbox" ? "api.sandbox.africastalking.com" : "api.africastalking.com";
      const url = at(baseUrl ?? `https://${host}`, `version1/user?username=${encodeURIComponent(username)}`);
      return headed(url, apiKey, { apikey: apiKey });
    },
    account: ({ json }) => facts(under(json, "UserData"), { status: "balance" }),
  },
  whatsapp: { question: ofMetaApp, account: ({ json }) => facts(json, { name: "name" }) },
  messenger: { question: ofMetaApp, account: ({ json }) => facts(json, { name: "name" }) },
  instagram: {
    question: (key, baseUrl) => {
      const [, token = ""] = key.split(":");
      // Of Instagram's own login, which takes no proof.
      if (!token.startsWith("IG")) return ofMetaApp(key, baseUrl);
      const at23 = at(baseUrl ?? "https://graph.instagram.com", "v23.0/me?fields=user_id,username");
      return ofMetaApp(key) && bearer(at23, token);
    },
    account: ({ json }) => ({
      ...facts(json, { name: "name" }),
      ...facts(json, { name: "username" }),
      ...facts(firstOf(under(json, "data")), { name: "username" }),
    }),
  },
  telegram: {
    question: (key, baseUrl = "https://api.telegram.org") =>
      /^\d{3,20}:[\w-]{20,100}$/.test(key) ? headed(at(baseUrl, `bot${key}/getMe`), key, {}) : undefined,
    account: ({ json }) => facts(under(json, "result"), { name: "username" }),
  },
  elevenlabs: {
    question: (key, baseUrl = "https://api.elevenlabs.io") => headed(at(baseUrl, "v1/user"), key, { "xi-api-key": key }),
    account: ({ json }) => ({
      ...facts(json, { name: "first_name" }),
      ...facts(under(json, "subscription"), { status: "status", type: "tier" }),
    }),
  },
  deepgram: {
    question: (key, baseUrl = "https://api.deepgram.com") =>
      headed(at(baseUrl, "v1/projects"), key, { authorization: `Token ${key}` }),
    account: ({ json }) => facts(firstOf(under(json, "projects")), { name: "name" }),
  },
  openai: {
    question: (key, baseUrl = "https://api.openai.com/v1") => bearer(at(baseUrl, "models"), key),
    account: ({ headers }) => facts({ name: headers.get("openai-organization") }, { name: "name" }),
  },
  anthropic: {
    question: (key, baseUrl = "https://api.anthropic.com") =>
      headed(at(baseUrl, "v1/models?limit=1"), key, { "x-api-key": key, "anthropic-version": "2023-06-01" }),
  },
  openrouter: {
    question: (key, baseUrl = "https://openrouter.ai/api/v1") => bearer(at(baseUrl, "key"), key),
    account: ({ json }) => {
      const isFree = freeTier.safeParse(json).data?.data.is_free_tier;
      return isFree === undefined ? {} : { type: isFree ? "free" : "paid" };
    },
  },
  groq: { question: (key, baseUrl = "https://api.groq.com/openai/v1") => bearer(at(baseUrl, "models"), key) },
  "azure-openai": {
    question: (key, baseUrl) => {
      const access = azureAccess(key);
      if (!access) return undefined;
      return headed(at(baseUrl ?? access.endpoint, "openai/v1/models"), access.apiKey, { "api-key": access.apiKey });
    },
  },
  sarvam: {
    // Its list of models needs no key. Which language five letters are in is the smallest question that does.
    question: (key, baseUrl = "https://api.sarvam.ai") => ({
      ...headed(at(baseUrl, "text-lid"), key, { "api-subscription-key": key }),
      body: JSON.stringify({ input: "Hello" }),
    }),
  },
  cartesia: { question: (key, baseUrl = "https://api.cartesia.ai") => cartesiaQuestion(baseUrl, "voices?limit=1", key) },
  ultravox: {
    question: (key, baseUrl = "https://api.ultravox.ai") => headed(at(baseUrl, "api/accounts/me"), key, { "x-api-key": key }),
    account: ({ json }) => facts(json, { name: "name" }),
  },
  cal: {
    question: (key, baseUrl = "https://api.cal.com") => bearer(at(baseUrl, "v2/me"), key),
    account: ({ json }) => {
      const { name, username } = { ...strings(under(json, "data"), ["name", "username"]) };
      return facts({ name: name ?? username }, { name: "name" });
    },
  },
} satisfies Record<string, Check>;

/** Those that a workspace can connect. */
export type ConnectableId = keyof typeof CHECKS;
export const CONNECTABLE = keysOf(CHECKS);

const freeTier = z.object({ data: z.object({ is_free_tier: z.boolean() }) });

/** Old keys go in the one header, new ones in the other. */
export function cartesiaQuestion(baseUrl: string, path: string, key: string): JsonQuestion {
  return headed(at(baseUrl, path), key, {
    authorization: `Bearer ${key}`,
    "x-api-key": key,
    "cartesia-version": "2025-04-16",
  });
}

export function at(baseUrl: string, path: string): URL {
  return new URL(`${baseUrl.replace(/\/+$/, "")}/${path}`);
}

export function headed(url: URL, key: string, headers: Record<string, string>): JsonQuestion {
  return { url, headers, secrets: [key] };
}

function bearer(url: URL, key: string): JsonQuestion {
  return headed(url, key, { authorization: `Bearer ${key}` });
}

/** The proof needs both the app's secret and the token. */
function ofMetaApp(key: string, baseUrl = "https://graph.facebook.com"): JsonQuestion | undefined {
  const [appSecret = "", token = "", ...more] = key.split(":");
  if (more.length > 0 || !/^[0-9a-fA-F]{16,64}$/.test(appSecret) || token === "") return undefined;
  const proof = createHmac("sha256", appSecret).update(token).digest("hex");
  return bearer(at(baseUrl, `v23.0/me?fields=id,name&appsecret_proof=${proof}`), token);
}

function basic(key: string, account: RegExp, url: (id: string) => URL): JsonQuestion | undefined {
  const [id = "", token = "", ...more] = key.split(":");
  if (more.length > 0 || !account.test(id) || token === "") return undefined;
  const credentials = Buffer.from(key).toString("base64");
  return { url: url(id), headers: { authorization: `Basic ${credentials}` }, secrets: [key, token, credentials] };
}

/** ElevenLabs and Deepgram give out keys that may speak and hear, but not see the account. */
function isShortOfRights({ status, text = "" }: { status?: number; text?: string }): boolean {
  return (
    (status === 401 || status === 403) &&
    /missing_permissions|INSUFFICIENT_PERMISSIONS|insufficient permissions for this/i.test(text)
  );
}

function under(json: unknown, name: string): unknown {
  return isRecord(json) ? json[name] : undefined;
}

function firstOf(json: unknown): unknown {
  return Array.isArray(json) ? json[0] : undefined;
}

function strings(json: unknown, names: readonly string[]): Record<string, string> {
  const found = names.flatMap((name) => {
    const value = under(json, name);
    return typeof value === "string" && value.trim() !== "" ? [[name, value.trim().slice(0, 200)] as const] : [];
  });
  return Object.fromEntries(found);
}

/** Of an answer, what is known of the account, under our names. */
function facts(json: unknown, names: Partial<Record<keyof ProviderAccount, string>>): ProviderAccount {
  const found = strings(json, Object.values(names));
  return Object.fromEntries(
    Object.entries(names).flatMap(([ours, theirs]) => (found[theirs] === undefined ? [] : [[ours, found[theirs]]])),
  );
}
