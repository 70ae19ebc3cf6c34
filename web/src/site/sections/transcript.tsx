import { clock, linesOf, type ExampleCall } from "../calls.ts";
import { toolActionOf } from "../tool-actions.ts";
import { useSiteWords } from "../page-context.ts";
import { Quoted } from "./quoted.tsx";

interface TranscriptProps {
  call: ExampleCall;
  /** Shows how soon each answer came. */
  delays?: boolean;
  /** The player marks the line that sounds. */
  follows?: boolean;
}

/** What was said in a call, with the moment of each turn. */
export function Transcript({ call, delays = false, follows = false }: TranscriptProps): React.ReactNode {
  const { say } = useSiteWords();
  const who = {
    caller: say("landing.caller"),
    assistant: say("landing.assistant"),
  };
  return (
    <ol className="lines" {...(follows ? { "data-captions": true } : {})}>
      {linesOf(call).map((line) => (
        <li key={`${line.by}-${line.startMs}`} data-at={line.startMs}>
          <time>{clock(line.startMs)}</time>
          <span className={line.by}>
            {line.by === "tool" ? (
              <Done tool={line.text} />
            ) : (
              <>
                <span className="visually-hidden">{who[line.by]}: </span>
                <Quoted language={call.language}>{line.text}</Quoted>
              </>
            )}
            {line.by !== "tool" && line.cut && <small> · {say("landing.caller_spoke")}</small>}
            {delays && line.by === "assistant" && line.answeredMs !== undefined && (
              <small> · {say("landing.answered_in", { seconds: (line.answeredMs / 1_000).toFixed(1) })}</small>
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}

function Done({ tool }: { tool: string }): React.ReactNode {
  const { say } = useSiteWords();
  const deed = toolActionOf(tool);
  if (deed) return say(`landing.${deed}`);
  return (
    <>
      <span className="visually-hidden">{say("landing.looked_up")}: </span>
      <Quoted>{tool.replaceAll("_", " ")}</Quoted>
    </>
  );
}
