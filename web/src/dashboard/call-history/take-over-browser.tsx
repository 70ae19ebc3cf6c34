/** The person at this page talks with the caller in the agent's place. Leaving the page is hanging up. */
import { useEffect, useState } from "react";
import { takeOverHere, type TakenOver } from "../../call/take-over-here.ts";
import { Button } from "../../ui/button.tsx";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { problemIn, useWords } from "../../words/index.ts";

type State = "not" | "connecting" | "talking";

export function TakeOverBrowser({ id }: { id: string }): React.ReactNode {
  const words = useWords();
  const [state, setState] = useState<State>("not");
  const [taken, setTaken] = useState<TakenOver>();
  const [isMuted, setMuted] = useState(false);
  const [problem, setProblem] = useState<string>();
  useEffect(() => () => taken?.hangUp(), [taken]);
  const begin = (): void => {
    setProblem(undefined);
    setMuted(false);
    setState("connecting");
    setTaken(
      takeOverHere({
        callId: id,
        joined: () => setState("talking"),
        ended: (why) => {
          setState("not");
          setTaken(undefined);
          setProblem(why instanceof Error ? problemIn(words, why) : why && words.say(why));
        },
      }),
    );
  };
  const mute = (): void => {
    taken?.mute(!isMuted);
    setMuted(!isMuted);
  };
  return (
    <div>
      {state === "not" ? (
        <Button icon="microphone" onClick={begin}>
          {words.say("history.here")}
        </Button>
      ) : (
        <span className="supervise-rings">
          <span role="status">{words.say(state === "talking" ? "history.here_talking" : "history.here_connecting")}</span>
          {state === "talking" && (
            <Button icon={isMuted ? "muted" : "microphone"} aria-pressed={isMuted} onClick={mute}>
              {words.say(isMuted ? "calls.muted" : "calls.mute")}
            </Button>
          )}
          <Button onClick={() => taken?.hangUp()}>{words.say(state === "talking" ? "calls.hang_up" : "shell.cancel")}</Button>
        </span>
      )}
      <p className="hint">{words.say("history.here_note")}</p>
      <ProblemLine>{problem}</ProblemLine>
    </div>
  );
}
