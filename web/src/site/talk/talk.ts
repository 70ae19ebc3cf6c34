/** A visitor's own call with the front desk, from the landing page. */
import type { Entry } from "@ongea/contract";
import { BrowserCall } from "../../call/browser-call.ts";
import type { BrowserCallView } from "../../call/call-view.ts";
import { say, type ScriptSentence } from "../islands/words.ts";
import { createBar } from "./bar.ts";
import { createCaptions } from "./captions.ts";
import { createLiveStrip } from "./live-strip.ts";
import { part } from "./part.ts";
import { createVisitorWays, VisitRefused } from "./visitor-ways.ts";

const REFUSALS: Readonly<Record<string, ScriptSentence>> = {
  "call.busy": "talk_busy",
  "server.stopping": "talk_busy",
  "request.too_many": "talk_too_many",
  "call.demo_off": "talk_off",
};
const DOING: Partial<Record<string, ScriptSentence>> = {
  listening: "talk_listening",
  interrupted: "talk_listening",
  thinking: "talk_thinking",
  speaking: "talk_speaking",
};

export function createTalk(): { talk(): void } {
  const start = part("[data-talk-start]", HTMLButtonElement);
  const place = part("[data-talk]");
  const status = part("[data-talk-status]");
  const problem = part("[data-talk-problem]");
  const form = part("[data-talk-form]", HTMLFormElement);
  const captions = createCaptions(part("[data-talk-lines]"));
  const strip = createLiveStrip(part("[data-talk-strip]"));
  const ways = createVisitorWays("/api/demo-calls");
  let followed: string | undefined;
  let shown = "idle";
  const call = new BrowserCall(show, ways);
  const showBar = createBar(call, start);

  addEventListener("pagehide", () => void call.hangUp({ isLeaving: true }));
  sayTyped(call, form);
  return {
    talk() {
      document.querySelector<HTMLAudioElement>("[data-player]")?.pause();
      captions.clear();
      void call.start("");
    },
  };

  function show(): void {
    const { view } = call;
    const isBusy = view.state === "connecting" || view.state === "live";
    place.hidden = false;
    start.disabled = isBusy;
    start.parentElement!.hidden = view.state === "live";
    form.hidden = view.state !== "live";
    // Whoever leaves the page is asked first: the call ends with it.
    (isBusy ? addEventListener : removeEventListener)("beforeunload", warn);
    showBar();
    // A call that begins is in sight.
    if (view.state !== shown) place.scrollIntoView({ block: "nearest" });
    shown = view.state;
    if (view.state === "connecting") status.textContent = say("talk_connecting");
    if (view.state === "ended") {
      strip.end();
      status.textContent = view.callId === undefined ? "" : say("talk_ended");
      start.querySelector("span")!.textContent = say("talk_again");
    }
    const sentence = problemOf(view);
    problem.hidden = sentence === undefined;
    problem.textContent = sentence === undefined ? "" : say(sentence);
    if (view.callId !== undefined && view.callId !== followed) follow(view.callId);
  }

  function follow(callId: string): void {
    followed = callId;
    captions.clear();
    strip.clear();
    const tell = (entry: Entry): void => {
      if (callId !== followed) return;
      captions.add(entry);
      strip.add(entry);
      const doing = entry.kind === "state" ? DOING[entry.state] : undefined;
      if (doing && call.view.state === "live") status.textContent = say(doing);
    };
    ways.follow(callId, tell, () => callId === followed && call.ended(callId));
  }
}

function sayTyped(call: BrowserCall, form: HTMLFormElement): void {
  const field = part("#talk-text", HTMLInputElement);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const text = field.value.trim();
    if (text === "" || call.view.state !== "live") return;
    field.value = "";
    call.say(text).catch(() => {
      field.value = text;
    });
  });
}

function warn(event: Event): void {
  event.preventDefault();
}

function problemOf({ problem }: BrowserCallView): ScriptSentence | undefined {
  if (problem === undefined) return undefined;
  if (problem === "calls.microphone_refused") return "talk_refused";
  if (typeof problem === "string" && problem.startsWith("calls.microphone_")) return "talk_none";
  return (problem instanceof VisitRefused && REFUSALS[problem.code]) || "talk_failed";
}
