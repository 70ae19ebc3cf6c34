/** What is said in a widget's call, a line a turn. What was looked up, and how long it took, is not the visitor's business. */
import type { Entry } from "@ongea/contract";
import { asSentence } from "../call/as-sentence.ts";

export interface Lines {
  add(entry: Entry): void;
  clear(): void;
}

export function createLines(list: HTMLElement, names: Record<"caller" | "assistant", string>): Lines {
  let unsaid: HTMLElement | undefined;
  const forget = (): void => {
    unsaid?.remove();
    unsaid = undefined;
  };
  const put = (line: HTMLElement, atMs: number): void => {
    line.dataset["at"] = String(atMs);
    const later = [...list.children].find((one) => one !== unsaid && Number(one.getAttribute("data-at") ?? NaN) > atMs);
    list.insertBefore(line, later ?? unsaid ?? null);
    line.scrollIntoView({ block: "nearest" });
  };
  return {
    add(entry) {
      if (entry.kind === "partial") {
        if (entry.text === "") return forget();
        unsaid ??= list.appendChild(lineOf("caller", names.caller, ""));
        unsaid.ariaHidden = "true";
        (unsaid.lastElementChild ?? unsaid).textContent = `${asSentence(entry.text)} …`;
        unsaid.scrollIntoView({ block: "nearest" });
      } else if (entry.kind === "turn") {
        if (entry.by === "caller") forget();
        const text = entry.by === "caller" ? asSentence(entry.text) : entry.text;
        put(lineOf(entry.by, names[entry.by], text), entry.startMs);
      } else if (entry.kind === "recording" && entry.text) {
        put(lineOf("assistant", names.assistant, entry.text), entry.atMs);
      }
    },
    clear() {
      forget();
      list.replaceChildren();
    },
  };
}

function lineOf(by: "caller" | "assistant", name: string, text: string): HTMLElement {
  const line = document.createElement("li");
  line.className = by;
  const who = line.appendChild(document.createElement("b"));
  who.textContent = name;
  // In whichever language it was said.
  const words = line.appendChild(document.createElement("span"));
  words.dir = "auto";
  words.textContent = text;
  return line;
}
