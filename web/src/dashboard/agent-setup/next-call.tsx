/** What the next call really uses, above the settings: a provider that is named and not connected is not among it. */
import {
  type AgentDocument,
  conversationOf,
  type CostEstimate,
  NO_RECOGNISER,
  providerNamed,
  readStatus,
  type SpeechPart,
  valueAt,
} from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { paths } from "../../paths.ts";
import { server } from "../../server.ts";
import { languageName, primaryOf } from "../../voice/voice-words.ts";
import { useWords, type Words } from "../../words/index.ts";
import { chosenVoice } from "./chosen-voice.ts";
import { PROVIDER_PATHS } from "./controls.ts";
import { useEstimate } from "./estimate.ts";
import * as questions from "./questions.ts";

const ENGLISH = "en";
const PARTS: readonly SpeechPart[] = ["llm", "voice", "transcriber"];

export function NextCall({ document }: { document: AgentDocument }): React.ReactNode {
  const words = useWords();
  const { data } = useEstimate(document);
  const { data: status } = useQuery({ queryKey: ["status"], queryFn: () => server.call(readStatus) });
  const connections = useQuery(questions.connections).data?.data;
  if (!data) return null;
  const isDeaf = status?.speech.some(({ part, name }) => part === "ears" && name === NO_RECOGNISER) ?? false;
  const used = data.parts
    .filter(({ part }) => part !== "platform")
    .map((part) => nameOf(part, { words, document, isDeaf }))
    .join(" · ");
  const missing = connections ? notConnected(document, new Set(connections.map(({ provider }) => provider))) : [];
  return (
    <p className="next-call">
      {words.say("agents.next_call", { used })}
      {missing.map(({ id, name, model }) => (
        <Link key={id} to={paths.connect(id)}>
          {model === ""
            ? words.say("agents.next_connect", { provider: name })
            : words.say("agents.next_connect_model", { provider: name, model })}
        </Link>
      ))}
    </p>
  );
}

interface Known {
  words: Words;
  document: AgentDocument;
  isDeaf: boolean;
}

function nameOf({ part, by, model }: CostEstimate["parts"][number], { words, document, isDeaf }: Known): string {
  const named = by ?? model;
  if (part === "llm") return named ?? words.say("agents.next_rules");
  if (part === "voice") return named ?? (chosenVoice(document) || words.say("agents.next_usual_voice"));
  if (named !== null) return named;
  const { language } = conversationOf(document).tools_config.transcriber;
  if (primaryOf(language) !== ENGLISH)
    return words.say("agents.next_unheard", { language: languageName(words, language) ?? language });
  return isDeaf ? words.say("shell.no_ears") : "PocketSphinx";
}

/** Providers that the document names and the workspace has no key of, each once, with the model that is wanted of it. */
function notConnected(document: AgentDocument, connected: ReadonlySet<string>): { id: string; name: string; model: string }[] {
  const wanted = PROVIDER_PATHS.flatMap((path, at) => {
    const provider = valueAt(document, path);
    const known = typeof provider === "string" ? providerNamed(provider)?.provider : undefined;
    const part = PARTS[at];
    if (!known || part === undefined || !known.lends.includes(part) || connected.has(known.id)) return [];
    const model = part === "llm" ? conversationOf(document).tools_config.llm_agent.llm_config.model : "";
    return [{ id: known.id, name: known.name, model }];
  });
  return [...new Map(wanted.toReversed().map((one) => [one.id, one])).values()];
}
