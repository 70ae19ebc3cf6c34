/** Beside a call that runs: hear it, tell its assistant something, take it over by telephone. */
import { giveUpTakeOver, mayActAs, takeOverCall, whisperInCall, type ExecutionDetail } from "@ongea/contract";
import { useEffect, useRef, useState } from "react";
import { listenToCall, type Listening, type ListeningEnd } from "../../call/listening.ts";
import { server } from "../../server.ts";
import { useMe } from "../../shell/me.tsx";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { toast } from "../../ui/toast.ts";
import { TakeOverBrowser } from "./take-over-browser.tsx";
import { useWords } from "../../words/index.ts";

/** The telephone that this browser's person answers: asked for once. */
const PHONE_KEY = "ongea.take-over";

export function Supervise({ call: { id, status } }: { call: Pick<ExecutionDetail, "id" | "status"> }): React.ReactNode {
  const words = useWords();
  const { role } = useMe().workspace;
  if (status !== "in-progress" || !mayActAs(role, "agent_manager")) return null;
  return (
    <section className="supervise" aria-label={words.say("history.beside")}>
      <Listen id={id} />
      <Whisper id={id} />
      <TakeOver id={id} />
      <TakeOverBrowser id={id} />
    </section>
  );
}

function Listen({ id }: { id: string }): React.ReactNode {
  const words = useWords();
  const [listening, setListening] = useState<Listening>();
  const [end, setEnd] = useState<ListeningEnd>();
  useEffect(() => () => listening?.stop(), [listening]);
  const toggle = (): void => {
    setEnd(undefined);
    const ended = (why: ListeningEnd): void => {
      setListening(undefined);
      setEnd(why);
    };
    setListening(listening ? undefined : listenToCall(id, ended));
  };
  const problem = end === undefined || end === "over" ? undefined : end;
  return (
    <div>
      <Button icon={listening ? "pause" : "play"} aria-pressed={listening !== undefined} onClick={toggle}>
        {words.say(listening ? "history.listen_stop" : "history.listen")}
      </Button>
      <p className="hint">{words.say("history.listen_note")}</p>
      <ProblemLine>{problem && words.say(problem === "lost" ? "history.listen_lost" : `refusals.${problem}`)}</ProblemLine>
    </div>
  );
}

function Whisper({ id }: { id: string }): React.ReactNode {
  const words = useWords();
  const [text, setText] = useState("");
  const whisper = useAct({
    act: () => server.call(whisperInCall, { params: { execution_id: id }, body: { text: text.trim() } }),
    done: () => {
      setText("");
      toast(words.say("history.whispered"));
    },
  });
  const send = (event: React.FormEvent): void => {
    event.preventDefault();
    if (text.trim() !== "" && !whisper.busy) whisper.do();
  };
  return (
    <form onSubmit={send}>
      <TextField
        label={words.say("history.whisper_label")}
        hint={words.say("history.whisper_note")}
        problem={whisper.problem}
        maxLength={500}
        autoComplete="off"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Button type="submit" disabled={text.trim() === ""} busy={whisper.busy && words.say("shell.saving")}>
        {words.say("history.whisper")}
      </Button>
    </form>
  );
}

function TakeOver({ id }: { id: string }): React.ReactNode {
  const words = useWords();
  const [to, setTo] = useState(() => localStorage.getItem(PHONE_KEY) ?? "");
  const params = { execution_id: id };
  const givenUp = useRef(false);
  const take = useAct({
    act: () => server.call(takeOverCall, { params, body: { to: to.trim() } }),
    done: (answer) => toast(words.say("history.took_over", { who: answer.to })),
  });
  const stop = useAct({ act: () => server.call(giveUpTakeOver, { params }) });
  const ring = (event: React.FormEvent): void => {
    event.preventDefault();
    if (to.trim() === "" || take.busy) return;
    localStorage.setItem(PHONE_KEY, to.trim());
    givenUp.current = false;
    take.do();
  };
  const giveUp = (): void => {
    givenUp.current = true;
    stop.do();
  };
  return (
    <form onSubmit={ring}>
      <TextField
        label={words.say("history.take_over_label")}
        hint={words.say("history.take_over_note")}
        problem={givenUp.current ? undefined : take.problem}
        maxLength={200}
        autoComplete="tel"
        dir="ltr"
        readOnly={take.busy}
        value={to}
        onChange={({ target }) => setTo(target.value)}
      />
      {take.busy ? (
        <span className="supervise-rings">
          <span role="status">{words.say("history.take_over_rings", { who: to.trim() })}</span>
          <Button onClick={giveUp} busy={stop.busy && words.say("history.take_over_stop")}>
            {words.say("history.take_over_stop")}
          </Button>
        </span>
      ) : (
        <Button type="submit" disabled={to.trim() === ""}>
          {words.say("history.take_over")}
        </Button>
      )}
    </form>
  );
}
