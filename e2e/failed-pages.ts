/** Behind the error of a story that failed stands what its pages showed. A setup file of the stories. */
import { afterEach } from "vitest";
import { closedPages } from "./closed-pages.ts";

// Registered before a story's own, so run after it: its pages are closed by then.
afterEach(({ task }) => {
  const pages = closedPages.splice(0);
  const error = task.result?.errors?.at(-1);
  if (error !== undefined && pages.length > 0) error.message += `\nPages: ${pages.join(" | ")}`;
});
