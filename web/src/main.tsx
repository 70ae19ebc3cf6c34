import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode, Suspense } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { createQueries } from "./queries.ts";
import { fetchFirstScreen, Screens } from "./routes.tsx";
import { Caught } from "./shell/caught.tsx";
import { ToastsLater } from "./ui/toasts-later.tsx";
import { WordsProvider } from "./words/index.ts";
import "./ui/look.css";

const queries = createQueries();
fetchFirstScreen(location.pathname, queries);

createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <WordsProvider>
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
  </StrictMode>,
);
