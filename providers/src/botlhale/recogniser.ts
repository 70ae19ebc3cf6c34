/**
 * STT: Botlhale (`/asr`), asked for each segment of speech: nine languages of South Africa, Kiswahili and Kinyarwanda. Its voices answer with
 * the address of an MP3 file, and are not spoken with.
 */
import { ProviderFailure, type Recogniser } from "@ongea/conversation";
import { z } from "zod";
import type { ServiceAccess } from "../http/ask.ts";
import { createFileRecogniser, type PassingAccess } from "../segments/file-recogniser.ts";
import { tokensOf } from "./tokens.ts";

export interface BotlhaleOptions extends Omit<ServiceAccess, "baseUrl"> {
  /** Their "refresh token", which does not expire. */
  apiKey: string;
  baseUrl?: string;
}

/** As its documents list them. */
const LANGUAGES: readonly string[] = "en-ZA zu-ZA xh-ZA st-ZA tn-ZA nso-ZA vr-ZA ts-ZA af-ZA sw-KE rw-RW".split(" ");
/** Everybody else's name of a language that it names otherwise. */
const OTHERWISE: Readonly<Record<string, string>> = { ve: "vr" };

const Answer = z.object({ text: z.string(), language_code: z.string().nullish() });

export function createBotlhaleRecogniser({ baseUrl = "https://api.botlhale.xyz", ...options }: BotlhaleOptions): Recogniser {
  const access = passing({ ...options, baseUrl });
  const recogniser = createFileRecogniser({
    name: "botlhale asr",
    access,
    path: "asr",
    file: "speech_file",
    fields: ({ language }) => ({ language_code: codeOf(language) }),
    words(answer) {
      const { text, language_code: code } = Answer.parse(answer);
      return { text, ...(code ? { language: code } : {}) };
    },
  });
  return {
    name: recogniser.name,
    listen(asked, listener) {
      // The first turn does not wait for the token.
      access.current().catch(() => undefined);
      return recogniser.listen(asked, listener);
    },
  };
}

function passing(options: ServiceAccess & { apiKey: string }): PassingAccess {
  const tokens = tokensOf(options);
  let known: (ServiceAccess & { apiKey: string }) | undefined;
  return {
    async current() {
      const token = await tokens.current();
      if (known?.apiKey !== token) known = { ...options, apiKey: token };
      return known;
    },
    refused: ({ apiKey = "" }) => tokens.refused(apiKey),
  };
}

function codeOf(tag: string): string {
  const primary = (tag.split("-")[0] ?? tag).toLowerCase();
  const code = LANGUAGES.find((one) => one.startsWith(`${OTHERWISE[primary] ?? primary}-`));
  if (code === undefined) throw new ProviderFailure("refused", `Botlhale has no ${tag}`);
  return code;
}
