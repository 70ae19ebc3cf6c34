import { say } from "./words.ts";

/** The script of a call is large beside the page's: it comes when somebody wants to talk. */
export function offerTalk(): void {
  const start = document.querySelector<HTMLButtonElement>("[data-talk-start]");
  if (!start) return;
  let talk: Promise<{ talk(): void }> | undefined;
  start.addEventListener("click", () => {
    start.disabled = true;
    talk ??= import("../talk/talk.ts").then(({ createTalk }) => createTalk());
    talk.then(
      (one) => one.talk(),
      () => {
        talk = undefined;
        start.disabled = false;
        showProblem();
      },
    );
  });
}

function showProblem(): void {
  const problem = document.querySelector<HTMLElement>("[data-talk-problem]");
  const place = document.querySelector<HTMLElement>("[data-talk]");
  if (!problem || !place) return;
  place.hidden = false;
  problem.hidden = false;
  problem.textContent = say("talk_failed");
}
