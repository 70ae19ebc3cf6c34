import { NO_EARS, readModels, readStatus, type SpeechUse } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { paths } from "../paths.ts";
import { server } from "../server.ts";
import { useWords, type Words } from "../words/index.ts";
import { useMe } from "./me.tsx";

const DOES = { ears: "shell.ears", voice: "shell.voice", mind: "shell.mind", "end of turn": "shell.end_of_turn" } as const;

/** Which ears, voice and mind answer, and where better ones are offered to those who may fetch them. */
export function SpeechNote(): React.ReactNode {
  const words = useWords();
  const { data } = useQuery({ queryKey: ["status"], queryFn: () => server.call(readStatus) });
  const me = useMe();
  const { data: offered } = useQuery({
    queryKey: ["models"],
    queryFn: () => server.call(readModels),
    enabled: me.operator,
  });
  if (!data) return null;
  return (
    <div className="hint grid gap-2">
      <ul className="grid gap-1">
        {data.speech.map(({ part, name, uses, ready, note }) => {
          if (part === "ears" && name === NO_EARS)
            return (
              <li key={part} className="problem">
                {words.say("shell.no_ears")} {note}
              </li>
            );
          const sentence = words.say(DOES[part], { name: uses.length > 0 ? namesOf(uses, words) : name });
          return (
            <li key={part + name}>
              {ready ? sentence : words.say("shell.missing", { sentence })}
              {note && `. ${note}`}
            </li>
          );
        })}
      </ul>
      {offered?.state === "offered" && <Link to={paths.settings("speech")}>{words.say("shell.offers")}</Link>}
    </div>
  );
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
