/** A visitor's chat with the front desk, from the landing page: nothing is spoken, and it outlives the page. */
import type { SITE_CHAT_KEY } from "@ongea/contract";
import { say, type ScriptSentence } from "../islands/words.ts";
import { elementOf } from "./element.ts";
import { VisitRefused } from "./visitor-call-setup.ts";
import { type Chat, openChat } from "./visitor-chat.ts";

/** As the contract says, by its types alone: its shapes would come into the page with their library. */
const KEY: typeof SITE_CHAT_KEY = "front-desk";

const REFUSALS: Readonly<Record<string, ScriptSentence>> = {
  "widget.off": "talk_off",
  "widget.not_found": "talk_off",
  "request.too_many": "talk_too_many",
};

/** What stands in the way; undefined: it is open. */
export async function openWriting(): Promise<ScriptSentence | undefined> {
  const form = elementOf("[data-write-form]", HTMLFormElement);
  const field = elementOf("#write-text", HTMLInputElement);
  const status = elementOf("[data-write-status]");
  const problem = elementOf("[data-write-problem]");
  const names = { visitor: say("talk_you"), agent: say("assistant"), person: say("chat_person") };
  let chat: Chat;
  try {
    chat = await openChat({
      key: KEY,
      origin: location.origin,
      list: elementOf("[data-write-lines]"),
      names,
      show: (state) => void (status.textContent = state === "waiting" ? say("chat_waiting") : ""),
    });
  } catch (error) {
    return (error instanceof VisitRefused && REFUSALS[error.code]) || "chat_failed";
  }
  form.hidden = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const text = field.value.trim();
    if (text === "") return;
    field.value = "";
    chat.write(text).then(
      () => (problem.hidden = true),
      () => {
        field.value = text;
        problem.hidden = false;
        problem.textContent = say("chat_failed");
      },
    );
  });
  field.focus();
  return undefined;
}
