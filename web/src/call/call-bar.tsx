/** What one needs at hand while one talks, on whatever screen: how long, mute, keys, hang up. */
import { type RefObject, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { paths } from "../paths.ts";
import { Icon } from "../ui/icon.tsx";
import { Popover } from "../ui/popover.tsx";
import { problemIn, useWords } from "../words/index.ts";
import "./call-bar.css";
import { STATE_WORDS } from "./call-view.ts";
import { clock } from "./clock.ts";
import { isFocusLost } from "./focus.ts";
import { type OwnCall, useOwnCall } from "./own-call.tsx";

const TICK_MS = 500;

export function CallBar(): React.ReactNode {
  const words = useWords();
  const own = useOwnCall();
  const { view, isBusy, agentName } = own;
  const { problem, callId, state } = view;
  const bar = useRef<HTMLElement>(null);
  // What went wrong with it is told beside its words, or here where nobody looks at them.
  const isShown = isBusy || (state === "ended" && own.isAlone && problem !== undefined);
  useFocus(bar, isShown);
  if (!isShown) return null;
  return (
    <section className="call-bar" aria-label={words.say("calls.controls")} tabIndex={-1} ref={bar}>
      <span className={isBusy ? "status under-way live" : "status bad"}>{words.say(STATE_WORDS[state])}</span>
      {callId === undefined ? <b>{agentName}</b> : <Link to={paths.call(callId)}>{agentName}</Link>}
      {own.liveSinceMs !== undefined && <Timer sinceMs={own.liveSinceMs} />}
      {problem !== undefined && own.isAlone && (
        <span className="call-bar-problem" role="alert">
          {typeof problem === "string" ? words.say(problem) : problemIn(words, problem)}
        </span>
      )}
      <span className="call-bar-acts">
        {state === "live" && <Acts own={own} bar={bar} />}
        {isBusy ? (
          <button type="button" className="button bad" onClick={own.hangUp}>
            <Icon name="close" />
            {words.say("calls.hang_up")}
          </button>
        ) : (
          <button type="button" className="button" onClick={own.forget}>
            {words.say("calls.dismiss")}
          </button>
        )}
      </span>
    </section>
  );
}

/**
 * The button that began the call can be pressed no more: the focus goes on to the bar, and not to a button of it, or a key that is still held would
 * hang up. When the bar goes, and the button is not there that takes the focus back, it goes to the screen.
 */
function useFocus(bar: RefObject<HTMLElement | null>, isShown: boolean): void {
  useEffect(() => {
    if (!isShown) return;
    if (isFocusLost()) bar.current?.focus({ preventScroll: true });
    return () => void setTimeout(() => isFocusLost() && document.getElementById("content")?.focus({ preventScroll: true }));
  }, [bar, isShown]);
}

function Acts({ own, bar }: { own: OwnCall; bar: RefObject<HTMLElement | null> }): React.ReactNode {
  const words = useWords();
  const { isMuted, hasMicrophone } = own.view;
  return (
    <>
      {hasMicrophone && (
        <button type="button" className="button" aria-pressed={isMuted} onClick={() => own.mute(!isMuted)}>
          <Icon name={isMuted ? "muted" : "microphone"} />
          <span className="call-bar-word">{words.say(isMuted ? "calls.muted" : "calls.mute")}</span>
        </button>
      )}
      {/* Above the whole bar: on a telephone it would cover how long the call has been. */}
      <Popover
        label={words.say("calls.keypad")}
        beside={bar}
        trigger={
          <button type="button" className="button">
            <Icon name="keypad" />
            <span className="call-bar-word">{words.say("calls.keypad")}</span>
          </button>
        }
      >
        <Keypad press={own.press} />
      </Popover>
    </>
  );
}

const KEYS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "*", "0", "#"] as const;
/** Of what was pressed so many are shown. */
const MOST_SHOWN = 16;

/** The keys of a telephone, also by the keyboard. */
function Keypad({ press }: { press: (digit: string) => void }): React.ReactNode {
  const words = useWords();
  const [pressed, setPressed] = useState("");
  const push = (digit: string): void => {
    press(digit);
    setPressed((before) => (before + digit).slice(-MOST_SHOWN));
  };
  const typed = ({ key, ctrlKey, metaKey }: React.KeyboardEvent): void => {
    if (!ctrlKey && !metaKey && (KEYS as readonly string[]).includes(key)) push(key);
  };
  return (
    <div className="keypad" dir="ltr" role="group" aria-label={words.say("calls.keypad")} onKeyDown={typed}>
      <output className="keypad-pressed" aria-label={words.say("calls.keys_pressed")}>
        {pressed}
      </output>
      {KEYS.map((digit) => (
        <button key={digit} type="button" className="button" onClick={() => push(digit)}>
          {digit}
        </button>
      ))}
    </div>
  );
}

function Timer({ sinceMs }: { sinceMs: number }): React.ReactNode {
  const words = useWords();
  const [nowMs, setNow] = useState(() => performance.now());
  useEffect(() => {
    const ticking = setInterval(() => setNow(performance.now()), TICK_MS);
    return () => clearInterval(ticking);
  }, []);
  return (
    <span className="call-bar-timer" role="timer" aria-label={words.say("calls.duration")}>
      {clock(Math.max(0, nowMs - sinceMs))}
    </span>
  );
}
