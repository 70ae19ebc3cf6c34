import type { Recogniser } from "@ongea/conversation";
import { z } from "zod";
import type { ServiceAccess } from "../http/ask.ts";
import { createFileRecogniser } from "../segments/file-recogniser.ts";

export interface OpenAiRecogniserOptions extends ServiceAccess {
  /** `whisper-1`, `gpt-4o-mini-transcribe`, `Systran/faster-whisper-small` … */
  model: string;
  name?: string;
}

const Answer = z.object({ text: z.string(), language: z.string().optional() });

/** STT: a recogniser behind `/audio/transcriptions`, asked for each segment of speech. */
export function createOpenAiRecogniser(options: OpenAiRecogniserOptions): Recogniser {
  const { model } = options;
  return createFileRecogniser({
    name: options.name ?? model,
    access: options,
    path: "audio/transcriptions",
    file: "file",
    fields: ({ language, keywords }) => ({
      model,
      language: language.split("-")[0] ?? language,
      response_format: "json",
      temperature: "0",
      ...(keywords.length > 0 ? { prompt: keywords.slice(0, 100).join(", ").slice(0, 800) } : {}),
    }),
    words(answer) {
      const { text, language } = Answer.parse(answer);
      return { text, ...(language ? { language } : {}) };
    },
  });
}
