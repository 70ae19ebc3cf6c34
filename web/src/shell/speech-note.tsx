import { NO_RECOGNISER, readModels, readStatus, type PartInUse, type SpeechUse } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { paths } from "../paths.ts";
import { server } from "../server.ts";
import { useWords, type Words } from "../words/index.ts";
import { useMe } from "./me.tsx";

const DOES = { ears: "shell.ears", voice: "shell.voice", mind: "shell.mind", "end of turn": "shell.end_of_turn" } as const;

/** What of speech is missing, and where better models are offered to those who may fetch them. */
export function SpeechNote(): React.ReactNode {
  const words = useWords();
  const { data } = useQuery({ queryKey: ["status"], queryFn: () => server.call(readStatus) });
  const me = useMe();
  const { data: offered } = useQuery({
    queryKey: ["models"],
    queryFn: () => server.call(readModels),
    enabled: me.operator,
  });
  const missing = data?.speech.filter((part) => isMute(part) || !part.ready) ?? [];
  return (
    <div className="hint grid gap-2">
      {missing.length > 0 && <Parts parts={missing} />}
      {offered?.state === "offered" && <Link to={paths.settings("speech")}>{words.say("shell.offers")}</Link>}
    </div>
  );
}

/** Which STT, LLM and TTS answer calls of this server. */
export function SpeechInUse(): React.ReactNode {
  const { data } = useQuery({ queryKey: ["status"], queryFn: () => server.call(readStatus) });
  return data && <Parts parts={data.speech} />;
}

function Parts({ parts }: { parts: readonly PartInUse[] }): React.ReactNode {
  const words = useWords();
  return (
    <ul className="grid gap-1">
      {parts.map((part) => (
        <li key={part.part + part.name} className={isMute(part) ? "problem" : undefined}>
          {sentenceOf(part, words)}
        </li>
      ))}
    </ul>
  );
}

function sentenceOf(told: PartInUse, words: Words): string {
  const { part, name, uses, ready, note } = told;
  if (isMute(told)) return [words.say("shell.no_ears"), note].filter(Boolean).join(" ");
  const sentence = words.say(DOES[part], { name: uses.length > 0 ? namesOf(uses, words) : name });
  return (ready ? sentence : words.say("shell.missing", { sentence })) + (note ? `. ${note}` : "");
}

function isMute({ part, name }: PartInUse): boolean {
  return part === "ears" && name === NO_RECOGNISER;
}

/** What stands in for each other, the first one first. */
function namesOf(uses: readonly SpeechUse[], words: Words): string {
  return uses.map((one) => nameOf(one, words)).reduce((first, next) => words.say("shell.uses_then", { first, next }));
}

function nameOf({ kind, names, at }: SpeechUse, words: Words): string {
  const name =
    kind === "named"
      ? names.reduce((one, other) => words.say("shell.uses_both", { one, other }))
      : words.say(`shell.uses_${kind}`);
  return at === undefined ? name : words.say("shell.uses_at", { name, host: at });
}
