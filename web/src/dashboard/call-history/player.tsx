/** The strip of a call as the place where its recording is heard: scrub it, go turn by turn, play. */
import type { Pick, TimelineCall } from "@ongea/contract";
import { useEffect } from "react";
import { clock, lengthClock } from "../../call/clock.ts";
import { Icon } from "../../ui/icon.tsx";
import { useWords, type Words } from "../../words/index.ts";
import type { StripSize } from "../../timeline/draw.ts";
import { Strip } from "../../timeline/strip.tsx";
import type { Player as Playing } from "./use-player.ts";
import type { Silenced } from "./silent-words.tsx";
import { Waveform, type Peaks } from "./waveform.tsx";

const RULER_MARKS = 9;

interface PlayerProps {
  player: Playing;
  picks: readonly Pick[];
  size: StripSize;
  timeline: TimelineCall;
  label: string;
  /** Of the recording. */
  peaks: Peaks | undefined;
  /** Where it is silent because of what is masked. */
  silenced: readonly Silenced[];
}

export function Player({ player, picks, size, timeline, label, peaks, silenced }: PlayerProps): React.ReactNode {
  const words = useWords();
  const { ready, atMs, durationMs, goTo, toggle } = player;
  usePlayKey(ready, toggle);
  const turnByTurn = (event: React.KeyboardEvent): void => {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    event.preventDefault();
    const forward = event.key === (words.direction === "rtl" ? "ArrowLeft" : "ArrowRight");
    const starts = timeline.turns.map((turn) => turn.startMs).toSorted((a, b) => a - b);
    const next = forward ? starts.find((ms) => ms > atMs + 50) : starts.findLast((ms) => ms < atMs - 400);
    goTo(next ?? (forward ? durationMs : 0));
  };
  return (
    <>
      <div className="call-strip" {...(ready ? {} : { tabIndex: 0, role: "group", "aria-label": label })}>
        <div className="scrub">
          <Strip picks={picks} size={size} label={label} />
          {peaks && <Waveform peaks={peaks} width={size.width} />}
          {ready &&
            silenced.map(({ fromMs, toMs, by }) => (
              <span
                key={`${by} ${fromMs}`}
                className={`silenced ${by}`}
                style={{
                  insetInlineStart: (fromMs / durationMs) * size.width,
                  inlineSize: Math.max(4, ((Math.min(toMs, durationMs) - fromMs) / durationMs) * size.width),
                }}
              />
            ))}
          {ready && (
            <input
              type="range"
              min={0}
              max={Math.round(durationMs)}
              value={Math.round(Math.min(atMs, durationMs))}
              onChange={(event) => goTo(Number(event.target.value))}
              onKeyDown={turnByTurn}
              aria-label={words.say("history.place")}
              aria-valuetext={placeIn(timeline, atMs, words)}
            />
          )}
          {ready && (
            <div className="playhead" style={{ insetInlineStart: Math.min(size.width - 2, (atMs / durationMs) * size.width) }} />
          )}
        </div>
        <Ruler width={size.width} durationMs={durationMs} />
      </div>
      {player.problem && (
        <p className="problem" role="alert">
          {words.say("history.unplayable")}
        </p>
      )}
      {ready && <Controls player={player} />}
    </>
  );
}

function Controls({ player: { playing, rate, atMs, durationMs, toggle, faster } }: { player: Playing }): React.ReactNode {
  const words = useWords();
  return (
    <div className="player">
      <button
        type="button"
        className="button first square big"
        onClick={toggle}
        aria-label={words.say(playing ? "history.pause" : "history.play")}
      >
        <Icon name={playing ? "pause" : "play"} />
      </button>
      <span>
        <b>{atMs < durationMs ? clock(atMs) : lengthClock(durationMs)}</b>{" "}
        <span className="text-ink-3">/ {lengthClock(durationMs)}</span>
      </span>
      <button type="button" className="button" onClick={faster} aria-label={words.say("history.speed", { rate: rate })}>
        {rate}×
      </button>
      <span className="grow" />
      <span className="hint wide-only">
        <kbd>Space</kbd> {words.say("history.play_key")} <kbd>←</kbd> <kbd>→</kbd> {words.say("history.turn_keys")}
      </span>
    </div>
  );
}

/** The space bar plays and pauses, except where it types or presses. */
function usePlayKey(ready: boolean, toggle: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const inField =
        event.target instanceof HTMLElement &&
        /^(?:input|textarea|select|button|a)$/i.test(event.target.tagName) &&
        event.target.getAttribute("type") !== "range";
      if (event.key !== " " || inField || !ready) return;
      event.preventDefault();
      toggle();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [ready, toggle]);
}

function Ruler({ width, durationMs }: { width: number; durationMs: number }): React.ReactNode {
  const steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600];
  const step = (steps.find((seconds) => durationMs / 1_000 / seconds <= RULER_MARKS) ?? 1_200) * 1_000;
  const marks = Array.from({ length: Math.floor(durationMs / step) + 1 }, (_, index) => index * step).filter(
    (ms) => (ms / durationMs) * width < width - 24,
  );
  return (
    <div className="ruler" style={{ inlineSize: width }} aria-hidden="true">
      {marks.map((ms) => (
        <span key={ms} style={{ insetInlineStart: (ms / durationMs) * width }}>
          {clock(ms)}
        </span>
      ))}
    </div>
  );
}

/** "0:24, assistant: Kuna nafasi…" */
function placeIn(timeline: TimelineCall, atMs: number, words: Words): string {
  const turn = timeline.turns.find((one) => atMs >= one.startMs && atMs < one.endMs);
  if (!turn || !("text" in turn)) return clock(atMs);
  const said = { clock: clock(atMs), who: words.say(`calls.${turn.by}`), text: String(turn.text).slice(0, 60) };
  return words.say("history.place_in", said);
}
