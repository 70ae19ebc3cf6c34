import { readStatus } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { server } from "../server.ts";
import { useWords } from "../words/index.ts";

const DOES = { ears: "shell.ears", voice: "shell.voice", mind: "shell.mind", "end of turn": "shell.end_of_turn" } as const;

/** Which ears, voice and mind answer, and what better ones would cost to fetch: nothing is fetched unasked. */
export function SpeechNote(): React.ReactNode {
  const words = useWords();
  const { data } = useQuery({ queryKey: ["status"], queryFn: () => server.call(readStatus) });
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
      {data.offers.length > 0 && (
        <details>
          <summary>{words.say("shell.offers")}</summary>
          <ul className="grid gap-2 py-2">
            {data.offers.map(({ id, megabytes, improves }) => (
              <li key={id}>
                {words.say("shell.offer", { improves: improves.replace(/\.$/, ""), megabytes })}
                <br />
                <code className="code">npm run models -- pull {id}</code>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
