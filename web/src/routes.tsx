/** Every address, once. */
import { createBrowserRouter, redirect } from "react-router";
import { paths } from "./paths.ts";
import { Shell } from "./shell/shell.tsx";
import { Broken } from "./shell/broken.tsx";
import { NotFound } from "./shell/not-found.tsx";

export const router = createBrowserRouter([
  { path: "/", loader: () => redirect(paths.home) },
  {
    path: paths.home,
    element: <Shell />,
    errorElement: <Broken />,
    hydrateFallbackElement: <></>,
    children: [
      { index: true, lazy: async () => ({ Component: (await import("./dashboard/home/home.tsx")).Home }) },
      {
        path: "call-history",
        lazy: async () => ({ Component: (await import("./dashboard/call-history/call-history.tsx")).CallHistory }),
      },
      {
        path: "call-history/:id",
        lazy: async () => ({ Component: (await import("./dashboard/call-history/call-page.tsx")).CallPage }),
      },
    ],
  },
  { path: "*", element: <NotFound /> },
]);
