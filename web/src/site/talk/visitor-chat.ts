/** A visitor's chat, in a widget's frame or on the public site: it outlives the page, because the browser keeps who the visitor is. */
import type { ChatFile, ChatMessage, ChatNews, MOST_CHAT_FILE_BYTES, VISITOR_HEADER } from "@ongea/contract";
import { newId } from "../../ui/new-id.ts";
import { post } from "./visitor-call-setup.ts";

export interface ChatParts {
  key: string;
  /** Of the page around. */
  origin: string;
  list: HTMLElement;
  names: Record<ChatMessage["by"], string>;
  /** Told with each change. */
  show(state: ChatNews["state"]): void;
}

export interface Chat {
  /** Rejects where it was not sent; the text is then the visitor's again. */
  write(text: string): Promise<void>;
  /** A picture or PDF. Rejects where it was not sent. */
  attach(file: File): Promise<void>;
}

/** After a connection that is lost; twice as long each time that nothing comes. */
const AGAIN_MS = 3_000;
const MOST_AGAIN_MS = 60_000;
const PATH = "/api/widget-chats";
const LONGEST_NAME = 200;
/** As the contract says, by its types alone: its shapes would come into the frame with their library. */
const MOST_FILE_BYTES: typeof MOST_CHAT_FILE_BYTES = 5_242_880;
const VISITOR: typeof VISITOR_HEADER = "x-ongea-visitor";

export async function openChat({ key, origin, list, names, show }: ChatParts): Promise<Chat> {
  const of = { key, origin };
  const place = `ongea-visitor-${key}`;
  const kept = keptAt(place);
  const opened = await post<unknown>(PATH, { ...of, ...(kept && { visitor: kept }) });
  if (!isOpened(opened)) throw new Error("This is no chat");
  const { visitor } = opened;
  keep(place, visitor);
  const shown = new Set<number>();
  let last = 0;
  /** The same text again after a failure is the same message. */
  let unsent = { id: "", text: "" };
  let unsentFile = { id: "", facts: "" };

  const add = (message: ChatMessage): void => {
    last = Math.max(last, message.position);
    if (shown.has(message.position)) return;
    shown.add(message.position);
    const line = lineOf(message.by, names[message.by], message.text);
    line.dataset["position"] = String(message.position);
    for (const file of message.files) if (file.type.startsWith("image/")) void showPicture(line, file);
    const later = [...list.children].find((one) => Number(one.getAttribute("data-position") ?? 0) > message.position);
    list.insertBefore(line, later ?? null);
    line.scrollIntoView({ block: "nearest" });
  };
  const hear = ({ state, messages }: ChatNews): void => {
    // The first words are stored with the first message.
    if (messages.length > 0) list.querySelector("[data-welcome]")?.remove();
    messages.forEach(add);
    show(state);
  };
  if (opened.welcome !== "") list.append(lineOf("agent", names.agent, opened.welcome, true));
  hear(opened);
  follow();
  return {
    async write(text) {
      if (unsent.text !== text) unsent = { id: newId(), text };
      const { id } = unsent;
      await post(`${PATH}/messages`, { ...of, visitor, id, text });
      unsent = { id: "", text: "" };
    },
    async attach(file) {
      if (file.size > MOST_FILE_BYTES) throw new Error("The file is too large");
      const facts = `${file.name}/${file.size}/${file.lastModified}`;
      if (unsentFile.facts !== facts) unsentFile = { id: newId(), facts };
      const query = new URLSearchParams({ ...of, id: unsentFile.id, name: file.name.slice(0, LONGEST_NAME) });
      const headers = { "content-type": "application/octet-stream", [VISITOR]: visitor };
      const answer = await fetch(`${PATH}/files?${query}`, { method: "POST", headers, body: file });
      if (!answer.ok) throw new Error(`Refused with ${answer.status}`);
      unsentFile = { id: "", facts: "" };
    },
  };

  /** Fetched as the visitor: its address alone shows nobody anything. */
  async function showPicture(line: HTMLElement, { id, name }: ChatFile): Promise<void> {
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({ ...of, visitor });
    const answer = await fetch(`${PATH}/files/${id}`, { method: "POST", headers, body }).catch(() => undefined);
    if (!answer?.ok) return;
    const picture = document.createElement("img");
    picture.alt = name;
    picture.src = URL.createObjectURL(await answer.blob());
    line.appendChild(picture);
    picture.addEventListener("load", () => line.scrollIntoView({ block: "nearest" }));
  }

  function follow(againMs = AGAIN_MS): void {
    let waitMs = againMs;
    const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}${PATH}/live`);
    socket.addEventListener("open", () => socket.send(JSON.stringify({ ...of, visitor, after: last })));
    socket.addEventListener("message", ({ data }) => {
      const news: unknown = JSON.parse(String(data));
      if (!isNews(news)) return;
      waitMs = AGAIN_MS;
      hear(news);
    });
    socket.addEventListener("close", () => setTimeout(follow, waitMs, Math.min(MOST_AGAIN_MS, waitMs * 2)));
  }
}

function isNews(told: unknown): told is ChatNews {
  return typeof told === "object" && told !== null && "state" in told && "messages" in told && Array.isArray(told.messages);
}

function isOpened(told: unknown): told is ChatNews & { visitor: string; welcome: string } {
  return isNews(told) && "visitor" in told && "welcome" in told;
}

/** A browser may keep nothing in a frame: the chat then ends with the page. */
function keptAt(place: string): string | undefined {
  try {
    return localStorage.getItem(place) ?? undefined;
  } catch {
    return undefined;
  }
}

function keep(place: string, visitor: string): void {
  try {
    localStorage.setItem(place, visitor);
  } catch {
    // See above.
  }
}

function lineOf(by: ChatMessage["by"], name: string, text: string, isWelcome = false): HTMLElement {
  const line = document.createElement("li");
  line.className = by === "visitor" ? "caller" : "assistant";
  if (isWelcome) line.dataset["welcome"] = "";
  line.appendChild(document.createElement("b")).textContent = name;
  const words = line.appendChild(document.createElement("span"));
  words.dir = "auto";
  words.style.whiteSpace = "pre-wrap";
  words.textContent = text;
  return line;
}
