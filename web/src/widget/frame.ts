/** The page inside a widget's frame: a visitor of somebody else's page talks or types with the assistant. */
import "./frame.css";
import type { Entry } from "@ongea/contract";
import { BrowserCall } from "../call/browser-call.ts";
import type { BrowserCallView } from "../call/call-view.ts";
import { createVisitorCallSetup, VisitRefused } from "../site/talk/visitor-call-setup.ts";
import { type Chat, openChat } from "../site/talk/visitor-chat.ts";
import { createLines } from "./lines.ts";
import type { FrameSentence } from "./words.ts";

interface Facts {
  key: string;
  /** Of the pages that may show it. */
  origins: string[];
  colour: string;
  /** The assistant's. */
  name: string;
  /** Visitors may write without a call. */
  chat: boolean;
  is_on: boolean;
}

const REFUSALS: Readonly<Record<string, FrameSentence>> = {
  "call.busy": "talk_busy",
  "call.too_many": "talk_busy",
  "server.stopping": "talk_busy",
  "request.too_many": "talk_too_many",
  "request.wrong_origin": "off",
  "widget.off": "off",
  "widget.not_found": "off",
  "agent.not_found": "off",
};
const DOING: Partial<Record<string, FrameSentence>> = {
  listening: "talk_listening",
  interrupted: "talk_listening",
  thinking: "talk_thinking",
  speaking: "talk_speaking",
};

const dark = matchMedia("(prefers-color-scheme: dark)");
const dress = (): void => void (document.documentElement.dataset["theme"] = dark.matches ? "dark" : "light");
dress();
dark.addEventListener("change", dress);

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- this program wrote the page
const facts = read("widget") as Facts;
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- this program wrote the page
const words = read("words") as Record<FrameSentence, string>;
const part = {
  name: at("[data-name]", HTMLElement),
  status: at("[data-status]", HTMLElement),
  problem: at("[data-problem]", HTMLElement),
  before: at("[data-before]", HTMLElement),
  form: at("[data-form]", HTMLFormElement),
  text: at("[data-text]", HTMLInputElement),
  attach: at("[data-attach]", HTMLButtonElement),
  file: at("[data-file]", HTMLInputElement),
  talk: at("[data-talk]", HTMLButtonElement),
  type: at("[data-type]", HTMLButtonElement),
  end: at("[data-end]", HTMLButtonElement),
};
const lines = createLines(at("[data-lines]", HTMLElement), { caller: words.talk_you, assistant: facts.name || words.assistant });
const chatLines = at("[data-chat]", HTMLElement);
let chat: Chat | undefined;
/** The page around, when it has said who it is and may show this. */
let page: { window: Window; origin: string } | undefined;
const ways = createVisitorCallSetup("/api/widget-calls", () => ({ key: facts.key, origin: page?.origin ?? "" }));
const call = new BrowserCall(show, ways);
let followed: string | undefined;

part.name.textContent = facts.name || words.assistant;
document.documentElement.dataset["colour"] = facts.colour;
if (!facts.is_on) tell("off");

addEventListener("message", ({ source, origin, data }: MessageEvent<{ ongea?: string } | null>) => {
  if (source !== parent || parent === window || !facts.origins.includes(origin)) return;
  if (data?.ongea === "hello" && !page) {
    page = { window: parent, origin };
    answer("ready");
    show();
    part.talk.focus();
    if (facts.chat && facts.is_on) void startChat(origin);
  }
  if (data?.ongea === "close") void call.hangUp();
});
addEventListener("pagehide", () => void call.hangUp({ isLeaving: true }));
addEventListener("keydown", (event) => {
  if (event.key === "Escape") leave();
});
at("[data-close]", HTMLElement).addEventListener("click", leave);
part.talk.addEventListener("click", () => begin({ byTyping: false }));
part.type.addEventListener("click", () => begin({ byTyping: true }));
part.end.addEventListener("click", () => void call.hangUp());
part.form.addEventListener("submit", (event) => {
  event.preventDefault();
  const text = part.text.value.trim();
  const isLive = call.view.state === "live";
  if (text === "" || (!isLive && !chat)) return;
  part.text.value = "";
  const sent = isLive ? call.say(text) : chat?.write(text).then(() => tell(undefined));
  sent?.catch(() => {
    part.text.value = text;
    if (!isLive) tell("chat_failed");
  });
});

part.attach.addEventListener("click", () => part.file.click());
part.file.addEventListener("change", () => {
  const file = part.file.files?.[0];
  part.file.value = "";
  if (file && chat) void attach(chat, file);
});

async function attach(to: Chat, file: File): Promise<void> {
  part.attach.disabled = true;
  try {
    await to.attach(file);
    tell(undefined);
  } catch {
    tell("chat_file_failed");
  }
  part.attach.disabled = false;
}

async function startChat(origin: string): Promise<void> {
  const names = { visitor: words.talk_you, agent: facts.name || words.assistant, person: words.chat_person };
  const told = (state: string): void => {
    if (call.view.state !== "live" && call.view.state !== "connecting")
      part.status.textContent = state === "waiting" ? words.chat_waiting : "";
  };
  try {
    chat = await openChat({ key: facts.key, origin, list: chatLines, names, show: told });
    part.text.placeholder = words.chat_type;
    part.text.ariaLabel = words.chat_type;
    part.text.maxLength = 2_000;
    show();
    part.text.focus();
  } catch {
    tell("chat_failed");
  }
}

let isTyped = false;

function begin(how: { byTyping: boolean }): void {
  isTyped = how.byTyping;
  lines.clear();
  part.before.hidden = true;
  void call.start("", how);
}

function leave(): void {
  void call.hangUp();
  answer("close");
}

function answer(ongea: "ready" | "close"): void {
  page?.window.postMessage({ ongea }, page.origin);
}

let wasLive = false;

function show(): void {
  const { view } = call;
  const isBusy = view.state === "connecting" || view.state === "live";
  const isLive = view.state === "live";
  const canStart = facts.is_on && page !== undefined;
  for (const button of [part.talk, part.type]) {
    button.hidden = isBusy;
    button.disabled = !canStart;
  }
  part.end.hidden = !isBusy;
  part.form.hidden = !isLive && (isBusy || !chat);
  part.attach.hidden = isLive || !chat;
  if (chat) {
    part.type.hidden = true;
    part.before.hidden = true;
    chatLines.hidden = isBusy;
  }
  if (isLive && !wasLive) part.text.focus();
  if (!isBusy && wasLive) part.talk.focus();
  wasLive = isLive;
  if (view.state === "connecting") part.status.textContent = words.talk_connecting;
  if (view.state === "ended") part.status.textContent = view.callId === undefined ? "" : words.talk_ended;
  if (facts.is_on) tell(problemOf(view));
  if (view.callId !== undefined && view.callId !== followed) follow(view.callId);
}

function tell(sentence: FrameSentence | undefined): void {
  part.problem.hidden = sentence === undefined;
  part.problem.textContent = sentence === undefined ? "" : words[sentence];
}

function follow(callId: string): void {
  followed = callId;
  lines.clear();
  const hear = (entry: Entry): void => {
    if (callId !== followed) return;
    lines.add(entry);
    const doing = entry.kind === "state" ? DOING[entry.state] : undefined;
    // Whoever types is not asked to speak.
    if (doing && call.view.state === "live") part.status.textContent = isTyped && doing !== "talk_thinking" ? "" : words[doing];
  };
  ways.follow(callId, hear, () => callId === followed && call.ended(callId));
}

function problemOf({ problem }: BrowserCallView): FrameSentence | undefined {
  if (problem === undefined) return undefined;
  if (problem === "calls.microphone_refused") return "talk_refused";
  if (typeof problem === "string" && problem.startsWith("calls.microphone_")) return "talk_none";
  return (problem instanceof VisitRefused && REFUSALS[problem.code]) || "talk_failed";
}

function read(id: string): unknown {
  return JSON.parse(document.getElementById(id)?.textContent ?? "{}");
}

function at<Kind extends HTMLElement>(selector: string, kind: new () => Kind): Kind {
  const element = document.querySelector(selector);
  if (!(element instanceof kind)) throw new Error(`The page has no ${selector}`);
  return element;
}
