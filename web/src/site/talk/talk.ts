/** A visitor's own call with the front desk, from the landing page. */
import type { Entry } from "@ongea/contract";
import { BrowserCall } from "../../call/browser-call.ts";
import type { BrowserCallView } from "../../call/call-view.ts";
import { say, type ScriptSentence } from "../islands/words.ts";
import { createBar } from "./bar.ts";
import { createCaptions } from "./captions.ts";
import { createLiveStrip } from "./live-strip.ts";
import { elementOf } from "./element.ts";
import { createVisitorCallSetup, type PreparedCall, VisitRefused } from "./visitor-call-setup.ts";

const REFUSALS: Readonly<Record<string, ScriptSentence>> = {
  "call.busy": "talk_busy",
  "server.stopping": "talk_busy",
  "request.too_many": "talk_too_many",
  "call.demo_off": "talk_off",
};
/** Where the page says that the front desk speaks its language (`landing.demo_about`). */
const OF_PAGES: ReadonlySet<string> = new Set(["sw", "fr"]);
const DOING: Partial<Record<string, ScriptSentence>> = {
  listening: "talk_listening",
  interrupted: "talk_listening",
  thinking: "talk_thinking",
  speaking: "talk_speaking",
};

export function createTalk(): { talk(): void } {
  const start = elementOf("[data-talk-start]", HTMLButtonElement);
  const place = elementOf("[data-talk]");
  const status = elementOf("[data-talk-status]");
  const problem = elementOf("[data-talk-problem]");
  const form = elementOf("[data-talk-form]", HTMLFormElement);
  const captions = createCaptions(elementOf("[data-talk-lines]"));
  const strip = createLiveStrip(elementOf("[data-talk-strip]"));
  const ways = createVisitorCallSetup("/api/demo-calls", () => ({ language: document.documentElement.lang }), prepared);
  /** Why somebody does not simply speak. */
  let remark: ScriptSentence | undefined;
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

  function prepared({ language = "en", hears = true }: PreparedCall): void {
    captions.spokenIn(language);
    remark = hears ? undefined : "talk_unheard";
    if (hears && OF_PAGES.has(document.documentElement.lang) && !language.startsWith(document.documentElement.lang))
      remark = "talk_in_english";
  }

  function show(): void {
    const { view } = call;
    // What nobody understands is not to cut in on the answer.
    if (remark === "talk_unheard" && view.state === "live" && shown !== "live" && !view.isMuted) return call.mute(true);
    const isBusy = view.state === "connecting" || view.state === "live";
    place.hidden = false;
    start.disabled = isBusy;
    if (start.parentElement) start.parentElement.hidden = view.state === "live";
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
      const label = start.querySelector("span");
      if (label) label.textContent = say("talk_again");
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
      if (doing && call.view.state === "live") status.textContent = say((doing === "talk_listening" && remark) || doing);
    };
    ways.follow(callId, tell, () => callId === followed && call.ended(callId));
  }
}

function sayTyped(call: BrowserCall, form: HTMLFormElement): void {
  const field = elementOf("#talk-text", HTMLInputElement);
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
