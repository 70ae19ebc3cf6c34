import { say } from "./words.ts";

const GOOD_STAYS_MS = 6_000;

/** A title and a sentence at the end of the page. A bad one stays until it is closed. */
export function toast(title: string, sentence: string, kind: "good" | "bad" = "good"): void {
  const place = document.querySelector("[data-toasts]");
  if (!place) return;
  const element = document.createElement("div");
  element.className = kind === "bad" ? "toast bad" : "toast";
  if (kind === "bad") element.setAttribute("role", "alert");
  const heading = document.createElement("b");
  heading.textContent = title;
  const text = document.createElement("p");
  text.textContent = sentence;
  const close = document.createElement("button");
  close.type = "button";
  close.ariaLabel = say("close");
  close.textContent = "×";
  close.addEventListener("click", () => element.remove());
  element.append(heading, text, close);
  place.replaceChildren(element);
  if (kind === "good") setTimeout(() => element.remove(), GOOD_STAYS_MS);
}
