import { say } from "./words.ts";

/** The script of a chat comes when somebody wants to write. */
export function offerWriting(): void {
  const start = document.querySelector<HTMLButtonElement>("[data-write-start]");
  const place = document.querySelector<HTMLElement>("[data-write]");
  const problem = document.querySelector<HTMLElement>("[data-write-problem]");
  const form = document.querySelector<HTMLElement>("[data-write-form]");
  if (!start || !place || !problem || !form) return;
  start.addEventListener("click", () => {
    start.disabled = true;
    place.hidden = false;
    form.hidden = true;
    problem.hidden = true;
    void import("../talk/writing.ts")
      .then(({ openWriting }) => openWriting())
      .catch(() => "chat_failed" as const)
      .then((trouble) => {
        start.hidden = trouble === undefined;
        start.disabled = false;
        problem.hidden = trouble === undefined;
        problem.textContent = trouble === undefined ? "" : say(trouble);
      });
  });
}
