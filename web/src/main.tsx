import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router";
import { LiveCalls } from "./call/live-calls.tsx";
import { router } from "./routes.tsx";
import "./ui/look.css";

const queries = new QueryClient({ defaultOptions: { queries: { retry: 1, staleTime: 5_000 } } });

createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <LiveCalls>
        <RouterProvider router={router} />
      </LiveCalls>
    </QueryClientProvider>
  </StrictMode>,
);
