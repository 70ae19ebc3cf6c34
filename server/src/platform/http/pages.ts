import { existsSync } from "node:fs";
import { join } from "node:path";
import files from "@fastify/static";
import type { Http } from "./http.ts";
import { bodyOf, refuse } from "./refuse.ts";

/** Serves the built page: its files, and its one document for every address that a person may open. */
export async function servePages(app: Http, folder: string): Promise<void> {
  if (!existsSync(join(folder, "index.html"))) return;
  await app.register(files, {
    root: folder,
    wildcard: false,
    setHeaders: (response, path) => {
      response.setHeader("cache-control", path.includes("/assets/") ? "public, max-age=31536000, immutable" : "no-cache");
    },
  });
  app.get("/*", (request, reply) => {
    const wantsPage = request.headers.accept?.includes("text/html") ?? false;
    if (!wantsPage) return reply.code(404).send(bodyOf(refuse("request.not_found")));
    return reply.header("cache-control", "no-cache").sendFile("index.html");
  });
}
