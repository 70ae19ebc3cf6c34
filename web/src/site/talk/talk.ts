/** A visitor's own call with the front desk, from the landing page. */
import type { Entry } from "@ongea/contract";
import { BrowserCall } from "../../call/browser-call.ts";
import type { BrowserCallView } from "../../call/call-view.ts";
import { say, type ScriptSentence } from "../islands/words.ts";
import { createCaptions } from "./captions.ts";
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
  const start = part("[data-talk-start]") as HTMLButtonElement;
  const end = part("[data-talk-end]") as HTMLButtonElement;
  const place = part("[data-talk]");
  const status = part("[data-talk-status]");
  const problem = part("[data-talk-problem]");
  const form = part("[data-talk-form]") as HTMLFormElement;
  const field = part("#talk-text") as HTMLInputElement;
  const captions = createCaptions(part("[data-talk-lines]"));
  const ways = createVisitorWays("/api/demo-calls");
  let followed: string | undefined;
  const call = new BrowserCall(show, ways);

  end.addEventListener("click", () => void call.hangUp());
  addEventListener("pagehide", () => void call.hangUp({ isLeaving: true }));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const text = field.value.trim();
    if (text === "" || call.view.state !== "live") return;
    field.value = "";
    call.say(text).catch(() => {
      field.value = text;
    });
  });
  return {
    talk() {
      document.querySelector<HTMLAudioElement>("[data-player]")?.pause();
      captions.clear();
      void call.start("");
    },
  };

  function show(): void {
    const { view } = call;
    const busy = view.state === "connecting" || view.state === "live";
    place.hidden = false;
    start.disabled = busy;
    start.hidden = view.state === "live";
    end.hidden = !busy;
    form.hidden = view.state !== "live";
    if (view.state === "connecting") status.textContent = say("talk_connecting");
    if (view.state === "ended") {
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
    const tell = (entry: Entry): void => {
      if (callId !== followed) return;
      captions.add(entry);
      const doing = entry.kind === "state" ? DOING[entry.state] : undefined;
      if (doing && call.view.state === "live") status.textContent = say(doing);
    };
    ways.follow(callId, tell, () => callId === followed && call.ended(callId));
  }
}

function problemOf({ problem }: BrowserCallView): ScriptSentence | undefined {
  if (problem === undefined) return undefined;
  if (problem === "calls.microphone_refused") return "talk_refused";
  if (typeof problem === "string" && problem.startsWith("calls.microphone_")) return "talk_none";
  return (problem instanceof VisitRefused && REFUSALS[problem.code]) || "talk_failed";
}

function part(selector: string): HTMLElement {
  const element = document.querySelector<HTMLElement>(selector);
  if (!element) throw new Error(`The page has no ${selector}`);
  return element;
}
