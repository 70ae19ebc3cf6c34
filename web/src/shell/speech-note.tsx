import { readModels, readStatus } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { paths } from "../paths.ts";
import { server } from "../server.ts";
import { useWords } from "../words/index.ts";
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
        {data.speech.map(({ part, name, ready, note }) => {
          const sentence = words.say(DOES[part], { name });
          return (
            <li key={part}>
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
