/**
 * STT: Lelapa's Vulavula (`/v2alpha/transcribe/sync/file`), asked for each segment of speech: isiZulu, Sesotho, Afrikaans, English and African
 * French, those who mix them in a sentence too.
 */
import { ProviderFailure, type Recogniser } from "@ongea/conversation";
import { z } from "zod";
import type { ServiceAccess } from "../http/ask.ts";
import { createFileRecogniser } from "../segments/file-recogniser.ts";

export interface LelapaOptions extends Omit<ServiceAccess, "baseUrl"> {
  apiKey: string;
  baseUrl?: string;
}

/** It names languages by ISO 639-3. */
const LANGUAGES: Readonly<Record<string, string>> = { zu: "zul", st: "sot", af: "afr", en: "eng", fr: "fra" };

const Answer = z.object({ transcription_text: z.string(), language_code: z.string().nullish() });

export function createLelapaRecogniser({ baseUrl, ...options }: LelapaOptions): Recogniser {
  return createFileRecogniser({
    name: "lelapa vulavula",
    access: { ...options, baseUrl: baseUrl ?? "https://vulavula-services.lelapa.ai/api", keyHeader: "x-client-token" },
    path: "v2alpha/transcribe/sync/file",
    file: "file",
    fields: () => ({}),
    query: ({ language }) => ({ lang_code: codeOf(language) }),
    words(answer) {
      const { transcription_text: text, language_code: code } = Answer.parse(answer);
      const [language] = Object.entries(LANGUAGES).find(([, theirs]) => theirs === code) ?? [];
      return { text, ...(language === undefined ? {} : { language }) };
    },
  });
}

function codeOf(tag: string): string {
  const code = LANGUAGES[(tag.split("-")[0] ?? tag).toLowerCase()];
  if (code === undefined) throw new ProviderFailure("refused", `Lelapa has no ${tag}`);
  return code;
}
