/** What a minute with an assistant will cost, about: by the providers that its next call would be lent. Pure. */
import { type AgentDocument, conversationOf, type CostEstimate } from "@ongea/contract";
import { costOfUsage, serviceOf, type Price, type Prices } from "@ongea/providers";
import { AGENT_MODEL, choicesFor, type Choices, type ResolvedSettings } from "../speech-hosts/choices.ts";

/** A minute in which both sides speak half of the time, in six turns. */
const MINUTE = { heardMs: 30_000, characters: 450, turns: 6, tokensOutATurn: 40, tokensSaidATurn: 60 };
/** As models count English, about. */
const LETTERS_A_TOKEN = 4;

interface Chosen {
  use: string;
  model?: string | undefined;
  /** Of a model of one's own machines. */
  name?: string | undefined;
}

type EstimatedPart = Omit<CostEstimate["parts"][number], "part">;

export function estimateFor(
  document: AgentDocument,
  lent: ResolvedSettings,
  { choices, prices }: { choices: Choices; prices: Pick<Prices, "priceFor"> },
): readonly [stt: EstimatedPart, llm: EstimatedPart, tts: EstimatedPart] {
  const { system_prompt, tools_config } = conversationOf(document);
  const { transcriber, llm_agent } = tools_config;
  const { language } = transcriber;
  const ears = lent.recognisers[0] ?? ownOf(choices.recognisers, language);
  const llm = lent.languageModels[0] ?? ownOf(choices.languageModels.map(askedByRules), language);
  const voice = lent.voices[0] ?? ownOf(choices.voices, language);
  const { turns, tokensOutATurn, tokensSaidATurn, heardMs, characters } = MINUTE;
  // Each question holds the prompt and what was said before it.
  const said = (tokensSaidATurn * turns * (turns + 1)) / 2;
  const tokensIn = Math.ceil(system_prompt.length / LETTERS_A_TOKEN) * turns + said;
  const part = pricedBy(prices);
  if (lent.realtime) return realtimeParts(lent.realtime, { tokensIn, tokensOut: tokensOutATurn * turns }, voice, part);
  return [
    part("hear", ears, { soundMs: heardMs }),
    part("think", withModel(llm, llm_agent.llm_config.model), { tokensIn, tokensOut: tokensOutATurn * turns }),
    part("speak", voice, { characters }),
  ];
}

/** As the vendors count sound: what is heard, and what is said. */
const SOUND = { tokensHeardASecond: 10, tokensSaidASecond: 20 };

/** One session hears and thinks, and in full mode speaks. */
function realtimeParts(
  realtime: NonNullable<ResolvedSettings["realtime"]>,
  { tokensIn, tokensOut }: { tokensIn: number; tokensOut: number },
  voice: Chosen | undefined,
  part: ReturnType<typeof pricedBy>,
): readonly [stt: EstimatedPart, llm: EstimatedPart, tts: EstimatedPart] {
  const { use, model, mode = "half" } = realtime;
  const { turns, heardMs, characters } = MINUTE;
  // It bills the minute, whoever speaks.
  if (use === "ultravox")
    return [
      part("hear", { use, model }, { soundMs: 60_000 }),
      part("think", undefined, {}),
      part("speak", mode === "full" ? undefined : voice, { characters }),
    ];
  const transcribes = realtime.use === "openai" ? (realtime.transcriptionModel ?? "gpt-4o-mini-transcribe") : model;
  // Each question holds the sound of those before it.
  const soundTokensIn = ((heardMs / 1_000) * SOUND.tokensHeardASecond * (turns + 1)) / 2;
  const speaks = mode === "full";
  const soundTokensOut = speaks ? (heardMs / 1_000) * SOUND.tokensSaidASecond : 0;
  const usage = { tokensIn: tokensIn + soundTokensIn, soundTokensIn, tokensOut: tokensOut + soundTokensOut, soundTokensOut };
  return [
    part("hear", { use, model: transcribes }, { soundMs: heardMs }),
    part("think", { use, model }, usage),
    part("speak", speaks ? undefined : voice, { characters }),
  ];
}

/** What this installation does it with. */
function ownOf(
  choices: readonly { settings: Chosen; languages: readonly string[]; name: string }[],
  language: string,
): Chosen | undefined {
  const [choice] = choicesFor(choices, language);
  return choice && { ...choice.settings, name: choice.settings.use === "local" ? choice.name : undefined };
}

/** Rules may ask a model what a caller meant: about once a turn, at most. */
function askedByRules(choice: Choices["languageModels"][number]): {
  settings: Chosen;
  languages: readonly string[];
  name: string;
} {
  const { settings } = choice;
  return settings.use === "guided" && settings.interpreter ? { ...choice, settings: settings.interpreter } : choice;
}

function withModel(llm: Chosen | undefined, model: string): Chosen | undefined {
  return llm?.model === AGENT_MODEL ? { ...llm, model } : llm;
}

function pricedBy({ priceFor }: Pick<Prices, "priceFor">) {
  return (stage: Price["stage"], chosen: Chosen | undefined, usage: Parameters<typeof costOfUsage>[1]) => {
    if (!chosen || HERE.has(chosen.use)) return { by: null, model: chosen?.name ?? null, usd: 0, source: null, as_of: null };
    const by = [stage === "think" ? serviceOf(chosen) : chosen.use, chosen.model].filter(Boolean).join(" ");
    const price = priceFor(stage, by);
    if (!price) return { by, model: null, usd: null, source: null, as_of: null };
    return { by, model: null, usd: costOfUsage(price, usage), source: price.source, as_of: price.asOf };
  };
}

/** They run on machines of one's own. */
const HERE: ReadonlySet<string> = new Set(["builtin", "local", "guided"]);
