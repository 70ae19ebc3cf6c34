/** Voices that are made after a person's: at the provider, in the account whose key is given. */
import { z } from "zod";
import { askJson, type CheckOptions, type CheckRefusal, type JsonAnswer, type JsonQuestion } from "../check/ask-json.ts";
import { at, cartesiaQuestion, headed } from "../check/check.ts";
import { formOf } from "../http/multipart.ts";

/** Who makes a voice after a recording at once (ElevenLabs: instant voice cloning; Cartesia: a clone of high similarity). */
export const WITH_CLONING = ["elevenlabs", "cartesia"] as const;
export type WithCloning = (typeof WITH_CLONING)[number];

export interface CloneOrder {
  name: string;
  /** Stands in the voice's description at the provider: by it a voice is found again whose answer was lost. */
  mark: string;
  /** BCP 47. */
  language: string;
  /** A WAV file. */
  sample: Uint8Array;
}

/** `voiceId`: what the settings of a synthesiser name as `voice`. */
export type CloneResult = { ok: true; voiceId: string } | CheckRefusal;
export type CloneList = { ok: true; voiceIds: readonly string[] } | CheckRefusal;
export type CloneRemoved = { ok: true } | CheckRefusal;

/** One account. None of them throws, and none repeats the key. */
export interface Cloner {
  make(order: CloneOrder, signal?: AbortSignal): Promise<CloneResult>;
  /** The voices of this account whose description holds the mark. */
  find(mark: string, signal?: AbortSignal): Promise<CloneList>;
  /** A voice that is not there any more counts as removed. */
  remove(voiceId: string, signal?: AbortSignal): Promise<CloneRemoved>;
}

/** Minutes of sound go up, and a voice is made of them. */
const MAKE_TIMEOUT_MS = 90_000;
const MOST_PAGES = 20;
const PAGE = 100;
const BAD_ANSWER: CheckRefusal = { ok: false, problem: "unreachable", says: "the provider's answer is not understood" };
const BAD_KEY: CheckRefusal = { ok: false, problem: "refused", says: "the key is not written as this provider's keys are" };

export function createCloner(id: WithCloning, key: string, { baseUrl, timeoutMs }: CheckOptions = {}): Cloner {
  const vendor = VENDORS[id](key, baseUrl);
  const isKey = /^[\x21-\x7e]{1,1300}$/.test(key);
  const options = (signal: AbortSignal | undefined, usualMs?: number): CheckOptions => {
    const limitMs = timeoutMs ?? usualMs;
    return { ...(limitMs === undefined ? {} : { timeoutMs: limitMs }), ...(signal ? { signal } : {}) };
  };
  return {
    async make(order, signal) {
      if (!isKey) return BAD_KEY;
      const answer = await askJson(vendor.make(order), options(signal, MAKE_TIMEOUT_MS));
      if (!answer.ok) return refusalIn(answer);
      const voiceId = vendor.made(answer.json);
      return voiceId === undefined ? BAD_ANSWER : { ok: true, voiceId };
    },
    async find(mark, signal) {
      if (!isKey) return BAD_KEY;
      const voiceIds: string[] = [];
      let cursor: string | undefined;
      for (let asked = 0; asked < MOST_PAGES; asked++) {
        const answer = await askJson(vendor.list(cursor), options(signal));
        if (!answer.ok) return refusalIn(answer);
        const page = vendor.listed(answer.json);
        if (!page) return BAD_ANSWER;
        voiceIds.push(...page.voices.filter(({ description }) => description?.includes(mark)).map((voice) => voice.id));
        if (page.next === undefined || page.next === cursor) break;
        cursor = page.next;
      }
      return { ok: true, voiceIds };
    },
    async remove(voiceId, signal) {
      if (!isKey) return BAD_KEY;
      const answer = await askJson(vendor.remove(voiceId), options(signal));
      return answer.ok || isGone(answer) ? { ok: true } : refusalIn(answer);
    },
  };
}

type NotOk = Exclude<JsonAnswer, { ok: true }>;

function refusalIn({ problem, says }: NotOk): CheckRefusal {
  return { ok: false, problem, says };
}

/** ElevenLabs says 400 with `voice_does_not_exist` or `voice_not_found`, Cartesia 404. */
function isGone({ status, text = "" }: NotOk): boolean {
  return status === 404 || (status === 400 && /"voice_(?:does_not_exist|not_found)"/.test(text));
}

interface Listed {
  voices: readonly { id: string; description?: string | null | undefined }[];
  next?: string | undefined;
}

interface Vendor {
  make(order: CloneOrder): JsonQuestion;
  /** The id in an answer; undefined: it is none. */
  made(json: unknown): string | undefined;
  list(cursor: string | undefined): JsonQuestion;
  listed(json: unknown): Listed | undefined;
  remove(voiceId: string): JsonQuestion;
}

const id = z.string().min(1).max(200);
const description = z.string().nullish().catch(undefined);
const elevenLabsMade = z.object({ voice_id: id });
const elevenLabsList = z.object({
  voices: z.array(z.object({ voice_id: id, description })),
  has_more: z.boolean().default(false),
  next_page_token: z.string().nullish(),
});
const cartesiaMade = z.object({ id });
const cartesiaList = z.object({ data: z.array(z.object({ id, description })), has_more: z.boolean().default(false) });

const describe = ({ mark }: CloneOrder): string => `Made with the speaker's recorded consent. ${mark}`;
const wav = (field: string, bytes: Uint8Array) => ({ field, name: "sample.wav", type: "audio/wav", bytes });
const primary = (language: string): string => (language.split("-")[0] ?? language).toLowerCase();

const VENDORS: Record<WithCloning, (key: string, baseUrl?: string) => Vendor> = {
  elevenlabs(key, baseUrl = "https://api.elevenlabs.io") {
    const question = (path: string): JsonQuestion => headed(at(baseUrl, path), key, { "xi-api-key": key });
    return {
      make(order) {
        const fields = { name: order.name, description: describe(order) };
        return { ...question("v1/voices/add"), body: formOf(fields, wav("files", order.sample)) };
      },
      made: (json) => elevenLabsMade.safeParse(json).data?.voice_id,
      list(cursor) {
        const more = cursor === undefined ? "" : `&next_page_token=${encodeURIComponent(cursor)}`;
        return question(`v2/voices?category=cloned&page_size=${PAGE}${more}`);
      },
      listed(json) {
        const { data } = elevenLabsList.safeParse(json);
        const voices = data?.voices.map((voice) => ({ id: voice.voice_id, description: voice.description }));
        return voices && { voices, next: data?.has_more ? (data.next_page_token ?? undefined) : undefined };
      },
      remove: (voiceId) => ({ ...question(`v1/voices/${encodeURIComponent(voiceId)}`), method: "DELETE" }),
    };
  },
  cartesia(key, baseUrl = "https://api.cartesia.ai") {
    return {
      make(order) {
        const fields = { name: order.name, description: describe(order), language: primary(order.language) };
        return { ...cartesiaQuestion(baseUrl, "voices/clone", key), body: formOf(fields, wav("clip", order.sample)) };
      },
      made: (json) => cartesiaMade.safeParse(json).data?.id,
      list(cursor) {
        const more = cursor === undefined ? "" : `&starting_after=${encodeURIComponent(cursor)}`;
        return cartesiaQuestion(baseUrl, `voices?limit=${PAGE}&is_owner=true${more}`, key);
      },
      listed(json) {
        const { data } = cartesiaList.safeParse(json);
        return data && { voices: data.data, next: data.has_more ? data.data.at(-1)?.id : undefined };
      },
      remove: (voiceId) => ({
        ...cartesiaQuestion(baseUrl, `voices/${encodeURIComponent(voiceId)}`, key),
        method: "DELETE",
      }),
    };
  },
};
