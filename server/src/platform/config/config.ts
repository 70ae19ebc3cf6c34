/** Every setting: its name, meaning and default. The only reader of the environment. */
import { existsSync, readFileSync } from "node:fs";
import { isIP } from "node:net";
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { parseEnv } from "node:util";
import { z } from "zod";
import { isOpenToBrowsers } from "./browser-ports.ts";
import { parseAddresses } from "./provider-addresses.ts";
import { parsePrices, parseRates } from "../money/money.ts";
import { isTimeZone } from "../time/local-time.ts";
import { CannotStart } from "../cannot-start.ts";
import { didYouMean } from "./did-you-mean.ts";

const port = whole(0, 65_535);
const timeZone = z.string().refine(isTimeZone, "is not the name of a time zone, such as Africa/Nairobi");

const webAddress = z.url({ protocol: /^https?$/, error: "must be an address that begins with http:// or https://" });

function isAddressOrNetwork(text: string): boolean {
  const [address = "", bits, ...rest] = text.split("/");
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

function areKeys(all: readonly string[]): boolean {
  const numbers = all.map((one) => one.split(":")[0]);
  return all.every((one) => /^[1-9]\d{0,8}:[\x21-\x7e]{32,}$/.test(one)) && new Set(numbers).size === numbers.length;
}

function keyOf(one: string): { version: number; key: string } {
  const colon = one.indexOf(":");
  return { version: Number(one.slice(0, colon)), key: one.slice(colon + 1) };
}

function whole(least: number, most: number) {
  const message = `must be a whole number from ${least} to ${most}`;
  return z.coerce.number({ error: message }).int(message).min(least, message).max(most, message);
}

function between(least: number, most: number) {
  const message = `must be a number from ${least} to ${most}`;
  return z.coerce.number({ error: message }).min(least, message).max(most, message);
}

/** Amounts by currency; none unless told. */
function writtenAs<T>(read: (text: string) => T | undefined, example: string) {
  const parse = (text: string, context: z.RefinementCtx): T => {
    const amounts = read(text);
    if (amounts !== undefined) return amounts;
    context.addIssue(`must look like ${example}`);
    return z.NEVER;
  };
  return z.string().default("").transform(parse);
}

export const SETTINGS = z.object({
  HOST: z
    .string()
    .min(1)
    .default("127.0.0.1")
    .describe(
      "Address that the server listens on, for the page, the API and telephones. `0.0.0.0` is every network of this machine.",
    ),
  PORT: port
    .refine(isOpenToBrowsers, "is a port at which browsers open no page; take another, 8080 for example")
    .default(3000)
    .describe("TCP port of the page and the API. 0 takes any free one."),
  SIP_PORT: port.default(5060).describe("UDP and TCP port for telephones and trunks. 0 takes any free one."),
  RTP_PORTS: z
    .string()
    .regex(/^\d{4,5}-\d{4,5}$/, "must look like 20000-29999")
    .default("20000-29999")
    .transform((text) => {
      const [from = 0, to = 0] = text.split("-").map(Number);
      return { from, to };
    })
    .refine(({ from, to }) => from >= 1024 && to <= 65_535 && to - from >= 3, "must be a range of at least four ports above 1023")
    .describe("UDP ports for the sound of telephone calls, two a call."),
  PUBLIC_ADDRESS: z
    .string()
    .optional()
    .describe(
      "Address that telephones and browsers reach this machine by, when it stands behind a router; by default the one of the network card.",
    ),
  PUBLIC_NAMES: z
    .string()
    .default("")
    .transform((text) => text.split(",").flatMap((name) => name.trim().toLowerCase() || []))
    .describe("Names that the page is opened by through a proxy on this machine, separated by commas."),
  TRUSTED_PROXIES: z
    .string()
    .default("")
    .transform((text) => text.split(",").flatMap((address) => address.trim() || []))
    .refine((all) => all.every(isAddressOrNetwork), "must be addresses or networks, such as 127.0.0.1,10.0.0.0/8")
    .describe(
      "Addresses or networks of proxies before this server, separated by commas. Only they are believed when they say whose request it is (X-Forwarded-For); without them every visitor behind a proxy counts as one.",
    ),
  CONNECTIONS_PER_ADDRESS: whole(10, 100_000)
    .default(500)
    .describe(
      "Connections that one address may hold at a time, of pages and programs as of telephones over TCP; its next one is closed. Those of TRUSTED_PROXIES are not counted.",
    ),
  SOCKETS_PER_ASKER: whole(1, 10_000)
    .default(30)
    .describe("WebSockets that one person, visitor or key may hold open at a time: one for each window of the dashboard."),
  PUBLIC_URL: z
    .url("must be an address that begins with http:// or https://")
    .regex(/^https?:\/\/[^/?#]+\/?$/, "must be an address without a path, such as https://ongea.example")
    .transform((address) => address.replace(/\/$/, ""))
    .optional()
    .describe(
      "Address of the public site, such as https://ongea.example, for search engines and social cards, and for telephone companies (Twilio, Plivo) to reach this server by.",
    ),
  CONTACT_EMAIL: z
    .email("must be an e-mail address")
    .optional()
    .describe("Address shown on the public site's contact page. Leads and messages are sent there by e-mail."),
  ZAPIER_WEBHOOK_URL: webAddress
    .optional()
    .describe("Where demo requests and contact messages are forwarded to as JSON; without it they are only kept."),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, "must begin with smtp:// or smtps://")
    .optional()
    .describe(
      "Server that sends e-mail: `smtp://user:password@host:port`; without it letters are written to the folder `mail` in the data folder.",
    ),
  MAIL_FROM: z
    .string()
    .includes("@", "must have an e-mail address, such as Ongea <ongea@example.com>")
    .default("Ongea <ongea@localhost>")
    .describe("Sender of e-mail."),
  AUTH_SECRET: z
    .string()
    .min(32, "must have 32 characters or more")
    .optional()
    .describe(
      "Signs sessions and seals the secrets of webhooks; the same on all machines of an installation. Without it one is made and kept in the data folder.",
    ),
  CONNECTION_KEYS: z
    .string()
    .default("")
    .transform((text) => text.split(",").flatMap((one) => one.trim() || []))
    .refine(areKeys, "must be keys of 32 characters or more, each with its number, such as 2:…,1:…")
    .transform((all) => all.map(keyOf))
    .describe(
      "Keys that seal what providers gave to workspaces, as `number:key`, separated by commas; the one with the highest number seals, all open. The same on all machines of an installation. Without it: AUTH_SECRET where that is set, else keys that are made and kept in the data folder.",
    ),
  DATA_DIR: z
    .string()
    .min(1)
    .default(".data")
    .describe("Folder for the database, the recordings and the log. One server a folder."),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, "must begin with postgres://")
    .optional()
    .describe("A PostgreSQL server (14 or newer) of one's own; without it the server runs its own in the data folder."),
  ONGEA_URL: webAddress
    .optional()
    .describe("The server that `npm run mcp` and `npm run webhooks` work at; by default the one of this folder."),
  ONGEA_KEY: z.string().min(1).optional().describe("A key of that server, from its Developers screen."),
  WEBHOOK_SECRET: z
    .string()
    .min(1)
    .optional()
    .describe("The secret that `npm run webhooks` checks deliveries with: your workspace's, as Assistant Setup showed it once."),
  TIME_ZONE: timeZone.default("Africa/Nairobi").describe("Time zone of an assistant that names none."),
  MEDIA_WORKERS: whole(1, 64)
    .default(Math.min(8, availableParallelism()))
    .describe("Threads that carry the sound of calls; by default one a processor core, at most eight."),
  MAX_CALLS: whole(1, 10_000).default(100).describe("Calls at the same time; the next one is asked to try again later."),
  CALLS_PER_ADDRESS_PERCENT: whole(1, 100).default(25).describe("Percent of MAX_CALLS for one unknown SIP address; then 503."),
  CALLS_PER_SOURCE_PERCENT: whole(1, 100).default(80).describe("The same for a trunk, a phone, or all unknown addresses."),
  DIAL_COUNTRIES: z
    .string()
    .default("KE")
    .transform((text) => text.split(",").flatMap((code) => code.trim().toUpperCase() || []))
    .refine((all) => all.length > 0 && all.every((code) => /^[A-Z]{2}$/.test(code)), "must be country codes, such as KE,TZ")
    .describe(
      "Countries that may be called, as ISO codes separated by commas: `KE,TZ`. A number without a country code belongs to the first. Emergency and premium-rate numbers are never called.",
    ),
  BATCH_CALLS_AT_ONCE: whole(1, 1_000)
    .default(10)
    .describe("Calls of batches that a workspace makes at the same time, all its batches together."),
  BATCH_CALLS_PER_SECOND: between(0.1, 200)
    .default(1)
    .describe("How many contacts of batches a workspace dials a second, all its batches and servers together."),
  BATCH_MESSAGES_PER_SECOND: between(0.1, 100)
    .default(5)
    .describe("How many messages of batches leave a second by one sender, all its batches and servers together."),
  PRICE_PER_MINUTE: writtenAs(parsePrices, "USD:0.02,KES:2.6").describe(
    "What a minute of a call takes from a workspace's balance, by the balance's currency: `USD:0.02,KES:2.6`. A currency that is not named costs nothing.",
  ),
  PRICE_PER_MESSAGE_SEGMENT: writtenAs(parsePrices, "").describe(
    "What each part of a text message that is sent takes from a workspace's balance, by currency, as PRICE_PER_MINUTE is written. Empty: nothing. What the workspace's own account at the provider pays is never charged.",
  ),
  PRICE_PER_VOICE_MINUTE: writtenAs(parsePrices, "USD:0.1,KES:13").describe(
    "What a minute of sound that the Voice Lab makes takes from a workspace's balance, by currency, as PRICE_PER_MINUTE is written.",
  ),
  PROVIDER_PRICES: z
    .string()
    .min(1)
    .optional()
    .describe(
      "A CSV file of what providers ask for, before the prices that come with the program: `stage,by,unit,usd,source,as_of`, one price a line (docs/guides/providers.md). Read at the start; a bad row stops it.",
    ),
  CHARGE_PROVIDER_COSTS: z
    .enum(["no", "yes"], "must be yes or no")
    .default("no")
    .describe(
      "Whether a workspace's balance also pays what the installation's own accounts are asked for its calls: models, ears and voices of the settings, and lines of SIP_TRUNK, by the price table, in the entry of each call's minutes. A currency without an EXCHANGE_RATES pays nothing of it; what the workspace's own accounts are asked is never charged.",
    ),
  PROVIDER_ADDRESSES: writtenAs(parseAddresses, "elevenlabs=https://api.eu.residency.elevenlabs.io").describe(
    "Where ElevenLabs, Cartesia, Deepgram, Twilio, Plivo, Africa's Talking (`africastalking`), WhatsApp, Messenger, Instagram or Telegram are reached instead of at their usual address, in a region of theirs for example: `elevenlabs=https://…,deepgram=https://…`. Keys go there.",
  ),
  EXCHANGE_RATES: writtenAs(parseRates, "KES:129.2,NGN:1450").describe(
    "What one US dollar buys, by currency: `KES:129.2,NGN:1450`. People who choose such a currency read balances and costs in it, marked ≈; what is kept stays in the workspace's currency.",
  ),
  SIP_PHONES: z.string().default("").describe("Telephones that may register: `name:password`, separated by commas."),
  SIP_TRUNK: z
    .string()
    .default("")
    .describe(
      "The installation's trunk, for calls that show no number of a workspace's own trunk: `sip:user:password@host:port`.",
    ),
  SIP_TLS_CA: z
    .string()
    .default("")
    .describe("A file with certificates (PEM) of authorities that trunks over TLS may have theirs from, beside the usual ones."),
  SIP_TLS_CERT: z
    .string()
    .default("")
    .describe(
      "A file with this server's certificate (PEM), with those between it and its authority: phones and trunks then reach it over TLS. Read again when it is renewed.",
    ),
  SIP_TLS_KEY: z.string().default("").describe("A file with the key of SIP_TLS_CERT (PEM)."),
  SIP_TLS_PORT: port.default(5061).describe("SIP over TLS, where SIP_TLS_CERT is set."),
  LLM_BASE_URL: webAddress
    .optional()
    .describe(
      "A language model: an OpenAI-compatible one, for example http://127.0.0.1:8080/v1, Ollama (http://127.0.0.1:11434/api) or Gemini; without it the built-in guided dialogue answers, and it stands in when the model fails.",
    ),
  LLM_API_KEY: z.string().default("").describe("Key for LLM_BASE_URL, where it wants one."),
  LLM_MODEL: z.string().default("").describe("Model asked for at LLM_BASE_URL; by default the one that the assistant names."),
  LLM_ROLE: z
    .enum(["leads", "interprets"], "must be leads or interprets")
    .default("leads")
    .describe("`leads`: the model answers callers. `interprets`: a small one tells the guided dialogue what a caller meant."),
  LLM_FIRST_WORDS_SECONDS: between(1, 20)
    .default(2.5)
    .describe(
      "How long the first words of the model at LLM_BASE_URL are waited for before the guided dialogue answers, 1 to 20: a model on a small machine may always take longer than 2.5. Meanwhile a filler is said. An assistant may say otherwise (`llm_config.first_words_seconds`).",
    ),
  STT_BASE_URL: webAddress
    .optional()
    .describe("An OpenAI-compatible recogniser (`/audio/transcriptions`), before the built-in one."),
  STT_API_KEY: z.string().default("").describe("Key for STT_BASE_URL, where it wants one."),
  STT_MODEL: z.string().default("whisper-1").describe("Model asked for at STT_BASE_URL."),
  TTS_BASE_URL: webAddress
    .optional()
    .describe("An OpenAI-compatible voice (`/audio/speech`); the built-in ones stand in when it fails."),
  TTS_API_KEY: z.string().default("").describe("Key for TTS_BASE_URL, where it wants one."),
  TTS_MODEL: z.string().default("tts-1").describe("Model asked for at TTS_BASE_URL."),
  TTS_VOICE: z.string().default("alloy").describe("Voice asked for at TTS_BASE_URL."),
  MODELS_DIR: z.string().min(1).default("models").describe("Folder of local speech models, as `npm run models` pulls them."),
  MODELS_MIRROR: webAddress.optional().describe("Address to fetch local models from before their publishers' own."),
  LOCAL_MODELS: z
    .string()
    .default("ask")
    .transform((text) => text.split(",").flatMap((id) => id.trim() || []))
    .refine((ids) => ids.length > 0, "must be ask, pull, never, or ids of models")
    .describe(
      "Local models for this machine: `ask` once at a terminal (else they are offered on the page), `pull` those that fit without asking, `never`, or the ids of those to have, separated by commas. `npm start -- --models` and `--no-models` answer the question.",
    ),
  CI: z.string().default("").describe("Set where programs are only tested (`true`): nobody is asked anything at the terminal."),
  DEMO_CALLS: whole(0, 100)
    .default(4)
    .describe(
      "How many visitors of the public site may talk to the front desk there at once, without an account; 0 turns that off, and writing to it.",
    ),
  DEMO_WORKSPACES: whole(0, 100_000)
    .default(500)
    .describe("How many demo workspaces there may be at once; the next visitor is told to come back."),
  DEMO_MINUTES: whole(1, 1_000_000)
    .default(120)
    .describe(
      "How many minutes a demo workspace may talk in all; its people are told when four fifths are used, and the next call after the last minute is refused.",
    ),
  RECORDINGS_MB: whole(0, 100_000_000)
    .default(0)
    .describe(
      "Megabytes that recordings may take (115 are an hour of a telephone call); beyond it calls are not recorded, and the home workspace is told at four fifths of it. 0: as much as the disk has.",
    ),
  VOICE_SAMPLES_MB: whole(1, 1_000_000)
    .default(200)
    .describe(
      "Megabytes that the samples of a workspace's Voice Lab may take; a minute takes about 2.6. A demo workspace has at most 20.",
    ),
  KNOWLEDGE_PASSAGES: whole(0, 1_000_000)
    .default(10_000)
    .describe(
      "How many passages the knowledge base of a workspace may have; a page of a document has about one. A demo workspace has at most 300.",
    ),
  PRIVATE_ADDRESSES: z
    .string()
    .default("")
    .transform((text) => text.split(",").flatMap((address) => address.trim() || []))
    .refine((all) => all.every(isAddressOrNetwork), "must be addresses or networks, such as 127.0.0.1,10.0.0.0/8")
    .describe(
      "Private addresses or networks, separated by commas, that addresses given by users may lead to all the same: pages for the knowledge base, functions and webhooks of assistants, SIP trunks. Without it none.",
    ),
  DRAIN_SECONDS: whole(0, 3600).default(5).describe("How long live calls may go on after Ctrl-C before they are ended."),
  LOG_LEVEL: z
    .enum(["debug", "info", "warn", "error"], "must be debug, info, warn or error")
    .default("info")
    .describe("The least serious entries that are logged."),
  LOG_TO: z
    .enum(["file", "stdout"], "must be file or stdout")
    .default("file")
    .describe("Where the log goes: `ongea.log` in the data folder, or standard output."),
});

export type Config = Readonly<z.output<typeof SETTINGS>>;

/** The settings of this machine: the environment first, then the file `.env` in the working folder. */
export function readConfig(): Config {
  const file = resolve(".env");
  const written = existsSync(file) ? parseEnv(readFileSync(file, "utf8")) : {};
  return parseConfig(process.env, written);
}

/** Settings from the environment (where other programs' names stand too) and from a file (where every name must be ours). */
export function parseConfig(
  environment: Readonly<Record<string, string | undefined>>,
  written: Readonly<Record<string, string | undefined>> = {},
): Config {
  const known = Object.keys(SETTINGS.shape);
  const sentences: string[] = [];
  for (const name of Object.keys(written)) {
    if (!known.includes(name)) sentences.push(`The setting ${name} in .env is unknown.${didYouMean(name, known)}`);
  }
  for (const name of Object.keys(environment)) {
    if (known.includes(name)) continue;
    if (name.startsWith("ONGEA_") || didYouMean(name, known) !== "")
      sentences.push(`The setting ${name} is unknown.${didYouMean(name, known)}`);
  }
  const given: Record<string, string> = {};
  for (const name of known) {
    const value = environment[name] ?? written[name];
    if (value !== undefined && value !== "") given[name] = value;
  }
  const parsed = SETTINGS.safeParse(given);
  if (!parsed.success) {
    for (const issue of parsed.error.issues) {
      const name = String(issue.path[0]);
      sentences.push(`The setting ${name}=${shown(name, given[name])} is not valid: it ${issue.message}.`);
    }
  }
  if (parsed.data && parsed.data.PORT !== 0 && parsed.data.PORT === parsed.data.SIP_PORT)
    sentences.push(`PORT and SIP_PORT are both ${parsed.data.PORT}: choose another for one of them.`);
  if (sentences.length > 0 || !parsed.success) throw new CannotStart(sentences.join("\n"));
  return parsed.data;
}

/** The environment that programs started by the server inherit. */
export function inheritedEnvironment(): Record<string, string> {
  const inherited: Record<string, string> = {};
  for (const name of ["PATH", "HOME", "LANG", "TZ", "TMPDIR", "LD_LIBRARY_PATH", "NODE_OPTIONS"]) {
    const value = process.env[name];
    if (value !== undefined) inherited[name] = value;
  }
  return inherited;
}

/** The names whose values are never shown. */
const SECRET = /KEY|PASSWORD|SECRET|SMTP_URL|WEBHOOK_URL|DATABASE_URL|SIP_PHONES|SIP_TRUNK/;

function shown(name: string, value: string | undefined): string {
  return SECRET.test(name) ? "…" : JSON.stringify(value ?? "");
}
