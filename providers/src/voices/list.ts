import { z } from "zod";
import { askJson, type CheckOptions, type CheckRefusal } from "../check/ask-json.ts";
import { at, cartesiaQuestion, headed } from "../check/check.ts";

export interface VendorVoice {
  /** What the settings of a synthesiser name as `voice`. */
  id: string;
  name: string;
  /** BCP 47; `*`: any that the model speaks. */
  language: string;
  accent?: string;
  gender?: "female" | "male" | "neutral";
  /** A sample at the vendor; some need no key, all may be gone. */
  previewUrl?: string;
}

export type VoiceList = { ok: true; voices: readonly VendorVoice[] } | CheckRefusal;

/** Whose voices can be listed. OpenAI and Sarvam have no list to ask for: theirs is kept here. */
export const WITH_VOICES = ["elevenlabs", "cartesia", "deepgram", "openai", "sarvam"] as const;
export type WithVoices = (typeof WITH_VOICES)[number];

const MOST_PAGES = 10;
const PAGE = 100;

/** All voices that a key may speak with, at most a thousand. Never throws. */
export async function listVoices(id: WithVoices, key: string, options: CheckOptions = {}): Promise<VoiceList> {
  if (id === "openai") return { ok: true, voices: OPENAI };
  if (id === "sarvam") return { ok: true, voices: SARVAM };
  if (!/^[\x21-\x7e]{1,1300}$/.test(key))
    return { ok: false, problem: "refused", says: "the key is not written as this provider's keys are" };
  const { page } = LISTS[id];
  const voices: VendorVoice[] = [];
  let cursor: string | undefined;
  for (let asked = 0; asked < MOST_PAGES; asked++) {
    const answer = await askJson(LISTS[id].question(key, options.baseUrl, cursor), options);
    if (!answer.ok) return { ok: false, problem: answer.problem, says: answer.says };
    const read = page(answer.json);
    if (!read) return { ok: false, problem: "unreachable", says: "the provider's list of voices is not understood" };
    voices.push(...read.voices);
    if (read.next === undefined || read.next === cursor) break;
    cursor = read.next;
  }
  return { ok: true, voices };
}

interface Page {
  voices: readonly VendorVoice[];
  next?: string | undefined;
}

interface List {
  question(key: string, baseUrl: string | undefined, cursor: string | undefined): Parameters<typeof askJson>[0];
  page(json: unknown): Page | undefined;
}

const text = z.string().trim().min(1).max(500).nullish().catch(undefined);
const preview = z
  .url({ protocol: /^https$/ })
  .nullish()
  .catch(undefined);

const elevenLabs = z.object({
  voices: z.array(
    z.object({
      voice_id: z.string().min(1),
      name: z.string(),
      labels: z.object({ accent: text, gender: text, language: text }).nullish().catch(undefined),
      verified_languages: z
        .array(z.object({ language: text }))
        .nullish()
        .catch(undefined),
      preview_url: preview,
    }),
  ),
  has_more: z.boolean().default(false),
  next_page_token: z.string().nullish(),
});

const cartesia = z.object({
  data: z.array(
    z.object({ id: z.string().min(1), name: z.string(), language: text, gender: text, country: text, preview_file_url: preview }),
  ),
  has_more: z.boolean().default(false),
});

const deepgram = z.object({
  tts: z
    .array(
      z.object({
        name: z.string(),
        canonical_name: z.string().min(1),
        languages: z.array(z.string()).default([]),
        metadata: z
          .object({ accent: text, sample: preview, tags: z.array(z.string()).nullish().catch(undefined) })
          .nullish()
          .catch(undefined),
      }),
    )
    .default([]),
});

const LISTS: Record<Exclude<WithVoices, "openai" | "sarvam">, List> = {
  elevenlabs: {
    question(key, baseUrl = "https://api.elevenlabs.io", cursor) {
      const more = cursor === undefined ? "" : `&next_page_token=${encodeURIComponent(cursor)}`;
      return headed(at(baseUrl, `v2/voices?page_size=${PAGE}${more}`), key, { "xi-api-key": key });
    },
    page(json) {
      const { data } = elevenLabs.safeParse(json);
      const voices = data?.voices.map(({ voice_id: id, name, labels, verified_languages: verified, preview_url: previewUrl }) =>
        voiceOf({ id, name, language: labels?.language ?? verified?.[0]?.language ?? "en" }, { ...labels, previewUrl }),
      );
      return voices && { voices, next: data?.has_more ? (data.next_page_token ?? undefined) : undefined };
    },
  },
  cartesia: {
    question(key, baseUrl = "https://api.cartesia.ai", cursor) {
      const more = cursor === undefined ? "" : `&starting_after=${encodeURIComponent(cursor)}`;
      return cartesiaQuestion(baseUrl, `voices?limit=${PAGE}${more}`, key);
    },
    page(json) {
      const { data } = cartesia.safeParse(json);
      const voices = data?.data.map(({ id, name, language, gender, country, preview_file_url: previewUrl }) =>
        voiceOf({ id, name, language: language ?? "en" }, { gender, accent: country, previewUrl }),
      );
      return voices && { voices, next: data?.has_more ? voices.at(-1)?.id : undefined };
    },
  },
  deepgram: {
    question: (key, baseUrl = "https://api.deepgram.com") =>
      headed(at(baseUrl, "v1/models"), key, { authorization: `Token ${key}` }),
    page(json) {
      const { data } = deepgram.safeParse(json);
      const voices = data?.tts.map(({ canonical_name: id, name, languages, metadata }) =>
        voiceOf(
          { id, name: capitalised(name), language: languages.find((one) => one.includes("-")) ?? languages[0] ?? "en" },
          { accent: metadata?.accent, gender: metadata?.tags?.find((tag) => genderOf(tag)), previewUrl: metadata?.sample },
        ),
      );
      return voices && { voices };
    },
  },
};

function voiceOf(
  voice: Pick<VendorVoice, "id" | "name" | "language">,
  more: { accent?: string | null | undefined; gender?: string | null | undefined; previewUrl?: string | null | undefined },
): VendorVoice {
  const gender = genderOf(more.gender ?? "");
  return {
    id: voice.id.slice(0, 200),
    name: voice.name.slice(0, 200),
    language: voice.language.replace("_", "-"),
    ...(more.accent ? { accent: more.accent } : {}),
    ...(gender ? { gender } : {}),
    ...(more.previewUrl ? { previewUrl: more.previewUrl } : {}),
  };
}

function genderOf(said: string): VendorVoice["gender"] | undefined {
  if (/^(female|feminine|woman)$/i.test(said)) return "female";
  if (/^(male|masculine|man)$/i.test(said)) return "male";
  return /^(neutral|gender_neutral|non-binary|nonbinary)$/i.test(said) ? "neutral" : undefined;
}

const capitalised = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

const known = (ids: string, gender: "female" | "male" | "neutral"): VendorVoice[] =>
  ids.split(" ").map((id) => ({ id, name: capitalised(id), language: "*", gender }));

/** Of `tts-1`, `tts-1-hd` and `gpt-4o-mini-tts`. */
const OPENAI: readonly VendorVoice[] = [
  ...known("alloy", "neutral"),
  ...known("coral nova sage shimmer", "female"),
  ...known("ash echo fable onyx", "male"),
];

/** Of `bulbul:v3`; each speaks eleven languages. */
const SARVAM: readonly VendorVoice[] = [
  ...known("ritu priya neha pooja simran kavya ishita shreya roopa tanya shruti suhani kavitha rupali niharika", "female"),
  ...known("shubh aditya rahul rohan amit dev ratan varun manan sumit kabir aayan ashutosh advait anand tarun", "male"),
  ...known("sunny mani gokul vijay mohit rehan soham", "male"),
];
