import { ProviderFailure } from "@ongea/conversation";
import type { Speaker } from "../../host/tts-engine.ts";
import { lettersFor, spokenText } from "../spoken-text/index.ts";
import type { Engine, Voice } from "./engine.ts";
import { findEspeak } from "./espeak.ts";
import { findFlite } from "./flite.ts";

/** Which of espeak's voices speaks a language that it has several of. */
const USUAL: Readonly<Record<string, string>> = { en: "en-gb", fr: "fr-fr", pt: "pt", es: "es", zh: "cmn" };

/**
 * No engine of this machine speaks these; a Swahili voice says its letters nearly as they do, without their tones and clicks. It is understood better than
 * silence, and no library offers it as a voice of theirs.
 */
const STANDING_IN: Readonly<Record<string, string>> = { ha: "sw", yo: "sw", zu: "sw" };

/** The voices of this machine, found once: flite's for English, espeak's for the rest (and for English where flite is missing). */
export async function createBuiltinSpeaker(): Promise<Speaker> {
  const found = await Promise.all([findFlite(), findEspeak()]);
  return speakerOf(found.filter((engine) => engine !== undefined));
}

export function speakerOf(engines: readonly Engine[]): Speaker {
  const offers = engines.flatMap((engine) => engine.voices.map((voice) => ({ engine, voice })));
  const voices = offers.map(({ voice }) => voice);
  return {
    prepare({ text, language, voice: wanted, pace }) {
      const readable = spokenText(text, language);
      if (!readable) return undefined;
      const voice = chooseVoice(voices, language, wanted) ?? chooseVoice(voices, STANDING_IN[primaryOf(language)] ?? "");
      const offer = offers.find((one) => one.voice === voice);
      if (!offer) throw new ProviderFailure("refused", `no built-in voice speaks ${language}`);
      const said = lettersFor(readable, offer.voice.language);
      return {
        key: JSON.stringify([offer.voice.id, pace, said]),
        speak: (signal) => offer.engine.speak({ text: said, voice: offer.voice, pace }, signal),
      };
    },
    describe: () => ({ engines: engines.map(({ name }) => name), voices: voices.map(({ id, language }) => ({ id, language })) }),
    close: async () => {},
  };
}

/** The wanted voice if it speaks the language, else the first that does. */
export function chooseVoice(voices: readonly Voice[], language: string, wanted?: string): Voice | undefined {
  const tag = language.toLowerCase();
  const primary = primaryOf(tag);
  const speaking = voices.filter((voice) => primaryOf(voice.language) === primary);
  const chosen = speaking.find((voice) => voice.id === wanted);
  if (chosen) return chosen;
  if (primary === "en" && speaking[0]?.id.startsWith("espeak:") === false) return speaking[0];
  return (
    speaking.find((voice) => voice.language.toLowerCase() === tag) ??
    speaking.find((voice) => voice.language === (USUAL[primary] ?? primary)) ??
    speaking[0] ??
    (primary === "zh" ? voices.find((voice) => voice.language === "cmn") : undefined)
  );
}

function primaryOf(tag: string): string {
  return tag.toLowerCase().split("-")[0] ?? "";
}
