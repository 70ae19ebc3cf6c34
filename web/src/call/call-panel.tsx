/** The call that this browser holds: its strip as it is woven, its words, levels, and the way to end it. */
import { planTimeline } from "@ongea/contract";
import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { paths } from "../paths.ts";
import { SIZES } from "../timeline/draw.ts";
import { timelineOf } from "../timeline/of-call.ts";
import { Strip } from "../timeline/strip.tsx";
import { problemIn, useWords } from "../words/index.ts";
import { STATE_WORDS } from "./call-view.ts";
import { clock } from "./clock.ts";
import type { OwnCall } from "./own-call.tsx";
import { CallTranscript } from "./call-transcript.tsx";

/** Of the strip while the call runs: it grows with a call that grows. */
const SHORTEST_STRIP_MS = 60_000;

export function CallPanel({ own }: { own: OwnCall }): React.ReactNode {
  const words = useWords();
  const { watch, journal, agentName, isBusy } = own;
  const { state, problem, hasMicrophone, isMuted, callId } = own.view;
  useEffect(() => watch(), [watch]);
  const panel = useRef<HTMLElement>(null);
  // A call that begins is in sight.
  useEffect(() => {
    panel.current?.scrollIntoView({ block: "nearest" });
  }, [state]);
  return (
    <section className="panel own" aria-label={words.say("calls.your_call")} ref={panel}>
      <div className="panel-head">
        <h2>{agentName}</h2>
        <span className={state === "ended" ? "status still" : "status under-way live"}>{words.say(STATE_WORDS[state])}</span>
      </div>
      <LiveStrip journal={journal} />
      {problem && (
        <p className="problem" role="alert">
          {typeof problem === "string" ? words.say(problem) : problemIn(words, problem)}
        </p>
      )}
      {state === "live" && (
        <Levels caller={journal.levels.caller} assistant={journal.levels.assistant} hasMicrophone={hasMicrophone && !isMuted} />
      )}
      <div aria-live="polite" ref={keepAtEnd}>
        <CallTranscript entries={journal.entries} partial={journal.partial} isLive={isBusy} />
      </div>
      {state === "live" && <Typing say={own.say} />}
      {state === "ended" && callId && (
        <Link className="button justify-self-start" to={paths.call(callId)}>
          {words.say("calls.open")}
        </Link>
      )}
    </section>
  );
}

/** The latest words stay in sight, unless the reader has scrolled back. */
function keepAtEnd(element: HTMLElement | null): (() => void) | undefined {
  const list = element?.querySelector(".said");
  if (!list) return undefined;
  const observer = new MutationObserver(() => {
    if (list.scrollHeight - list.scrollTop - list.clientHeight < 160) list.scrollTop = list.scrollHeight;
  });
  observer.observe(list, { childList: true, subtree: true, characterData: true });
  return () => observer.disconnect();
}

function LiveStrip({ journal }: Pick<OwnCall, "journal">): React.ReactNode {
  const size = SIZES.card;
  const spanMs = Math.max(SHORTEST_STRIP_MS, Math.ceil(journal.atMs / SHORTEST_STRIP_MS) * SHORTEST_STRIP_MS);
  const all = Math.floor(size.width / size.pick);
  const picks = Math.max(2, Math.round((all * journal.atMs) / spanMs));
  const plan = planTimeline(timelineOf(journal.entries, Math.max(1, journal.atMs)), picks, size.ends);
  return (
    <div>
      <div className="strip">
        <Strip picks={plan} size={size} woven={journal.closed ? 1 : picks / all} />
      </div>
      <p className="hint">{clock(journal.atMs)}</p>
    </div>
  );
}

function Levels({
  caller,
  assistant,
  hasMicrophone,
}: {
  caller: number;
  assistant: number;
  hasMicrophone: boolean;
}): React.ReactNode {
  const words = useWords();
  return (
    <div className="levels" aria-hidden="true">
      <span>{words.say(hasMicrophone ? "calls.you" : "calls.you_typing")}</span>
      <span className="level caller">
        <i style={{ inlineSize: `${caller * 100}%` }} />
      </span>
      <span>{words.say("calls.assistant")}</span>
      <span className="level assistant">
        <i style={{ inlineSize: `${assistant * 100}%` }} />
      </span>
    </div>
  );
}

function Typing({ say }: { say: OwnCall["say"] }): React.ReactNode {
  const words = useWords();
  const [text, setText] = useState("");
  const send = (event: React.FormEvent): void => {
    event.preventDefault();
    const said = text.trim();
    if (said === "") return;
    setText("");
    say(said).catch(() => setText(said));
  };
  return (
    <form className="flex gap-2" onSubmit={send}>
      <input
        className="input"
        aria-label={words.say("calls.type_it")}
        placeholder={words.say("calls.type_it")}
        maxLength={500}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <button type="submit" className="button" disabled={text.trim() === ""}>
        {words.say("calls.say")}
      </button>
    </form>
  );
}
