/** Which ears, minds and voices calls are lent, in the order in which they stand in for each other: chosen ones, local ones, built-in ones. */
import type {
  EndOfTurnSettings,
  LanguageModelSettings,
  RealtimeSettings,
  RecogniserSettings,
  SynthesiserSettings,
} from "@ongea/providers";
import type { ModelDescription } from "@ongea/providers/hosts";

/** Where a service is and which of its models is wanted. */
export interface Service {
  baseUrl: string;
  apiKey?: string;
  /** Empty: what the assistant names. */
  model: string;
}

export interface Services {
  recogniser?: Service | undefined;
  /** `firstWordsMs`: how long its first words are waited for. `interprets`: it tells the guided dialogue what a caller meant. */
  model?: (Service & { firstWordsMs?: number; role?: "leads" | "interprets" }) | undefined;
  voice?: (Service & { voice: string }) | undefined;
}

/** Settings with the languages that they are for; `*` is any. */
export interface Choice<Settings> {
  settings: Settings;
  languages: readonly string[];
  /** For people. */
  name: string;
  /** So many calls at once it carries in real time on this machine; absent: as many as come. */
  callsAtOnce?: number | undefined;
}

/** A mind whose first words may take long, ms; absent: as usual. */
export type ChosenModelSettings = LanguageModelSettings & { firstWordsMs?: number | undefined };

export interface Choices {
  recognisers: readonly Choice<RecogniserSettings>[];
  languageModels: readonly Choice<ChosenModelSettings>[];
  voices: readonly Choice<SynthesiserSettings>[];
  endOfTurn?: Choice<EndOfTurnSettings> | undefined;
}

/** Of a workspace's own connections, as its assistant chose them: before everything that the installation has. Keys are among them. */
export interface ResolvedSettings {
  /** Hears and thinks before all others, which take over where it fails. */
  realtime?: RealtimeSettings | undefined;
  recognisers: readonly RecogniserSettings[];
  languageModels: readonly LanguageModelSettings[];
  voices: readonly SynthesiserSettings[];
  /** The ids of the connections that lend each. */
  connections?: Readonly<Partial<Record<"realtime" | "llm" | "transcriber" | "voice", string>>> | undefined;
}

/** What an assistant asks of the parts that it is lent; a part that cannot do it does as usual. */
export interface SpeechPreferences {
  lent?: ResolvedSettings | undefined;
  model?: string | undefined;
  voice?: string | undefined;
  pace?: number | undefined;
  /** The machine's own models carry as many calls as they can: others hear this one, where they know its language. */
  sparesLocalEars?: boolean | undefined;
  /** The services of the settings, which the operator pays for, are not for this workspace. */
  withoutServices?: boolean | undefined;
  /** There may be passages of the knowledge to be found for what is asked. */
  knows?: boolean | undefined;
}

/** The model name of a mind that stands for "what the assistant names". */
export const AGENT_MODEL = "assistant's model";

/** `callsAtOnce`: of each local recogniser, where it was measured. */
export function choose(
  services: Services,
  models: readonly ModelDescription[],
  callsAtOnce: ReadonlyMap<string, number> = new Map(),
): Choices {
  const { recogniser, model, voice } = services;
  const ofKind = (kind: ModelDescription["kind"]): readonly ModelDescription[] =>
    models.filter((description) => description.kind === kind);
  const at = ({ baseUrl, model: name }: Service): string => `${name || AGENT_MODEL} at ${new URL(baseUrl).host}`;
  const [turnModel] = ofKind("end-of-turn");
  const [localLlm] = ofKind("language-model");
  return {
    recognisers: [
      ...(recogniser ? [{ settings: { use: "openai" as const, ...recogniser }, languages: ["*"], name: at(recogniser) }] : []),
      ...ofKind("recogniser").map((description) => ({
        settings: { use: "local" as const, model: description.id, streaming: isStreaming(description) },
        languages: description.languages,
        name: description.name,
        callsAtOnce: callsAtOnce.get(description.id),
      })),
      { settings: { use: "builtin" }, languages: ["en"], name: "PocketSphinx (English)" },
    ],
    languageModels: [
      ...(model ? [{ settings: languageModelOf(model), languages: ["*"], name: nameOf(model, at(model)) }] : []),
      ...(model?.role === "interprets" ? [] : [localLlm ? guidedBy(localLlm) : GUIDED]),
    ],
    voices: [
      ...(voice
        ? [{ settings: { use: "openai" as const, ...voice }, languages: ["*"], name: `${voice.voice}, ${at(voice)}` }]
        : []),
      ...ofKind("voice").map((description) => ({
        settings: { use: "local" as const, model: description.id },
        languages: description.languages,
        name: description.name,
      })),
      { settings: { use: "builtin" }, languages: ["*"], name: "flite and espeak-ng" },
    ],
    endOfTurn: turnModel && {
      settings: { use: "local", model: turnModel.id },
      languages: turnModel.languages,
      name: turnModel.name,
    },
  };
}

/** A model that leads calls, or that the guided dialogue asks. */
function languageModelOf({ role, firstWordsMs, ...service }: ServiceModel): ChosenModelSettings {
  if (role !== "interprets")
    return { use: "openai", ...service, model: service.model || AGENT_MODEL, ...(firstWordsMs && { firstWordsMs }) };
  const interpreter = { use: "openai" as const, ...service, model: service.model || "default" };
  return { use: "guided", interpreter: { ...interpreter, ...(firstWordsMs && { limitMs: firstWordsMs }) } };
}

type ServiceModel = NonNullable<Services["model"]>;

function nameOf({ role }: ServiceModel, name: string): string {
  return role === "interprets" ? `guided dialogue, asks ${name}` : name;
}

const GUIDED = { settings: { use: "guided" as const }, languages: ["*"], name: "guided dialogue" };

/** A model of this machine says nothing to callers: it tells the guided dialogue what they meant. */
function guidedBy({ id, name }: ModelDescription): Choice<ChosenModelSettings> {
  const interpreter = { use: "local" as const, model: id };
  return { ...GUIDED, settings: { use: "guided", interpreter }, name: `guided dialogue, asks ${name}` };
}

/** Without the services of the settings: what runs on this machine. */
export function ownPartsOf({ recognisers, languageModels, voices, endOfTurn }: Choices): Choices {
  const own = <Settings extends { use: string }>(choices: readonly Choice<Settings>[]): readonly Choice<Settings>[] =>
    choices.filter(({ settings }) => settings.use !== "openai");
  const asksOthers = ({ settings }: Choice<ChosenModelSettings>): boolean =>
    settings.use === "guided" && settings.interpreter?.use === "openai";
  const alone = own(languageModels).map((one) => (asksOthers(one) ? GUIDED : one));
  return { recognisers: own(recognisers), languageModels: alone, voices: own(voices), endOfTurn };
}

/** Those that are for this language; when none is, the last, which is always there. */
export function forLanguage<Settings>(choices: readonly Choice<Settings>[], language: string): Settings[] {
  return choicesFor(choices, language).map(({ settings }) => settings);
}

/** The same, with what is known of each. */
export function choicesFor<Settings>(choices: readonly Choice<Settings>[], language: string): readonly Choice<Settings>[] {
  const primary = language.split("-")[0] ?? language;
  const fitting = choices.filter(({ languages }) => languages.some((one) => one === "*" || one.split("-")[0] === primary));
  const last = choices.at(-1);
  return fitting.length > 0 || !last ? fitting : [last];
}

/** Callers are understood in this language. `hasBuiltin`: PocketSphinx is installed. */
export function recognizesLanguage(
  { recognisers }: Pick<Choices, "recognisers">,
  language: string,
  hasBuiltin: boolean,
): boolean {
  const primary = language.split("-")[0];
  return recognisers.some(
    ({ settings, languages }) =>
      languages.some((one) => one === "*" || one.split("-")[0] === primary) && (settings.use !== "builtin" || hasBuiltin),
  );
}

function isStreaming(description: ModelDescription): boolean {
  return description.engine === "streaming-transducer";
}
