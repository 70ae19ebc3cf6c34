import { QueryClientProvider } from "@tanstack/react-query";
import { startTransition, StrictMode, Suspense } from "react";
import { BrowserRouter } from "react-router";
import { createQueries } from "./queries.ts";
import { root } from "./root.ts";
import { fetchFirstScreen, Screens } from "./routes.tsx";
import { Caught } from "./shell/caught.tsx";
import { ToastsLater } from "./ui/toasts-later.tsx";
import { firstWords, type GrowingWords, WordsProvider } from "./words/index.ts";

const queries = createQueries();

/** What has come along with the program is drawn in one go; what takes longer is not waited for. */
const SOON_MS = 400;
let words: GrowingWords | undefined;
const coming = firstWords();
const early = Promise.allSettled([
  coming.then((read) => {
    words = read;
  }),
  fetchFirstScreen(location.pathname, { queries, words: coming }),
]);
const soon = new Promise<void>((resolve) => {
  setTimeout(resolve, SOON_MS);
});
void Promise.race([early, soon]).then(draw);

/** In pieces of a few milliseconds: on a slow telephone a finger is not kept waiting for all of it. */
function draw(): void {
  startTransition(() => root.render(<Program />));
}

function Program(): React.ReactNode {
  return (
    <StrictMode>
      <QueryClientProvider client={queries}>
        <WordsProvider first={words}>
          <BrowserRouter>
            <Caught>
              <Suspense>
                <Screens />
              </Suspense>
            </Caught>
          </BrowserRouter>
          <ToastsLater />
        </WordsProvider>
      </QueryClientProvider>
    </StrictMode>
  );
}
