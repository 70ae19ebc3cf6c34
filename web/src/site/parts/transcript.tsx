import { clock, linesOf, type ToldCall } from "../calls.ts";

interface TranscriptProps {
  call: ToldCall;
  /** Shows how soon each answer came. */
  delays?: boolean;
  /** The player marks the line that sounds. */
  follows?: boolean;
}

/** What was said in a call, with the moment of each turn. */
export function Transcript({ call, delays = false, follows = false }: TranscriptProps): React.ReactNode {
  return (
    <ol className="lines" {...(follows ? { "data-captions": true } : {})}>
      {linesOf(call).map((line) => (
        <li key={`${line.by}-${line.startMs}`} data-at={line.startMs}>
          <time>{clock(line.startMs)}</time>
          <span className={line.by}>
            <span className="visually-hidden">{WHO[line.by]}: </span>
            {line.text}
            {line.by !== "tool" && line.cut && <small> · the caller spoke here</small>}
            {delays && line.by === "assistant" && line.answeredMs !== undefined && (
              <small> · answered in {(line.answeredMs / 1_000).toFixed(1)} s</small>
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}

const WHO = { caller: "Caller", assistant: "Assistant", tool: "Looked up" } as const;
