/** Which voice a document names, and what is written when another one is chosen. Pure. */
import { valueAt } from "@ongea/contract";
import { LANGUAGE_PATHS, VOICE_ID, VOICE_PROVIDER, type Path } from "./controls.ts";

/** As a call reads it (`server/src/engines/connections/resolve-providers.ts`): the id of a document that has one, else the name. */
export function chosenVoice(document: unknown): string {
  const [id, name] = [valueAt(document, VOICE_ID), valueAt(document, LANGUAGE_PATHS.voice)];
  if (typeof id === "string" && id !== "") return id;
  return typeof name === "string" ? name : "";
}

/** An id that stands there is changed too: it would win over the voice that was chosen. */
export function voiceChanges(
  document: unknown,
  voiceId: string,
  provider: string | undefined,
): readonly (readonly [Path, unknown])[] {
  const hasId = valueAt(document, VOICE_ID) !== undefined;
  return [
    ...(provider === undefined ? [] : [[VOICE_PROVIDER, provider] as const]),
    [LANGUAGE_PATHS.voice, voiceId],
    ...(hasId ? [[VOICE_ID, voiceId] as const] : []),
  ];
}
