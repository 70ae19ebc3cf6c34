/** One sentence of a call said again in another: cut out, called, said when the assistant listens, heard until it has answered. */
import type { CallSettings } from "@ongea/contract";
import { useEffect, useRef, useState } from "react";
import { type BrowserCallView, IDLE } from "../../call/call-view.ts";
import { problemIn, type Words, useWords } from "../../words/index.ts";
import { type LiveEntries, useEntries } from "../use-entries.ts";
import { cutTurn, NothingToSay } from "./cut-turn.ts";
import { type Replay, startReplay } from "./replay.ts";
import { listensSince, type SpokenTurn, spokenSince } from "./turns.ts";

type Phase = "idle" | "cutting" | "calling" | "waiting" | "over";

/** What was said, as it was then, and what holds in the call in which it is said again. */
export interface ReplayRequest {
  before: SpokenTurn;
  settings: CallSettings;
}

export interface AgainState {
  phase: Phase;
  problem: string | undefined;
  wanted: ReplayRequest | undefined;
  now: SpokenTurn | undefined;
  start(wanted: ReplayRequest): void;
  stop(): void;
}

/** From the click to the answer. */
const LONGEST_MS = 60_000;
/** An assistant that greets nobody says nothing for so long. */
const NO_GREETING_MS = 8_000;
/** The end of the greeting is still on its way to the ear. */
const BREATH_MS = 300;

export function useAgain(callId: string, agentId: string | undefined): AgainState {
  const words = useWords();
  const [phase, setPhase] = useState<Phase>("idle");
  const [problem, setProblem] = useState<string>();
  const [wanted, setWanted] = useState<ReplayRequest>();
  const [view, setView] = useState<BrowserCallView>(IDLE);
  const [saidAtMs, setSaidAt] = useState<number>();
  const replay = useRef<Replay>(undefined);
  const attempt = useRef(0);
  const heard = useEntries(view.callId);
  const now = saidAtMs === undefined ? undefined : spokenSince(heard.entries, saidAtMs);

  const end = (why?: string): void => {
    attempt.current++;
    replay.current?.stop();
    replay.current = undefined;
    setProblem(why);
    setPhase("over");
  };
  const start = (asked: ReplayRequest): void => {
    if (agentId === undefined) return;
    const mine = ++attempt.current;
    setWanted(asked);
    setProblem(undefined);
    setSaidAt(undefined);
    setView(IDLE);
    setPhase("cutting");
    const changed = (next: BrowserCallView): void => {
      if (mine === attempt.current) setView(next);
    };
    cutTurn(callId, asked.before)
      .then(async (sound) => {
        if (mine !== attempt.current) return;
        setPhase("calling");
        const begun = await startReplay({ agentId, sound, settings: asked.settings, changed });
        if (mine === attempt.current) replay.current = begun;
        else begun.stop();
      })
      .catch((error: unknown) => mine === attempt.current && end(whyNot(words, error)));
  };

  useSaying({ phase, view, heard }, () => {
    replay.current?.say();
    setSaidAt(heard.atMs);
    setPhase("waiting");
  });
  const isAnswered = phase === "waiting" && now?.answer !== undefined;
  useEffect(() => {
    if (isAnswered) end();
  }, [isAnswered]);
  const isRunning = phase === "calling" || phase === "waiting";
  const isGone = isRunning && (view.state === "ended" || heard.closed);
  useEffect(() => {
    if (isGone && !isAnswered)
      end(view.problem instanceof Error ? problemIn(words, view.problem) : words.say("playground.again_ended"));
  }, [isGone]);
  useEffect(() => {
    if (!isRunning) return;
    const late = setTimeout(() => end(words.say("playground.again_late")), LONGEST_MS);
    return () => clearTimeout(late);
  }, [isRunning]);
  useEffect(
    () => () => {
      attempt.current++;
      replay.current?.stop();
    },
    [],
  );
  return { phase, problem, wanted, now, start, stop: () => end() };
}

interface Listening {
  phase: Phase;
  view: BrowserCallView;
  heard: LiveEntries;
}

/** Says it when the assistant has greeted and listens; of one that greets nobody, when it has been silent for a while. */
function useSaying({ phase, view, heard }: Listening, say: () => void): void {
  const latest = useRef(say);
  latest.current = say;
  const isLive = phase === "calling" && view.state === "live";
  const listens = listensSince(heard.entries) !== undefined;
  const hasSpoken = heard.entries.some((entry) => entry.kind === "state" && entry.state === "speaking");
  useEffect(() => {
    if (!isLive || (hasSpoken && !listens)) return;
    const timer = setTimeout(() => latest.current(), listens ? BREATH_MS : NO_GREETING_MS);
    return () => clearTimeout(timer);
  }, [isLive, listens, hasSpoken]);
}

function whyNot(words: Words, error: unknown): string {
  return error instanceof NothingToSay ? words.say(`playground.again_${error.why}`) : problemIn(words, error);
}
