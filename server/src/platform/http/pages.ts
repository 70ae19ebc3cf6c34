/** Serves the prerendered public site, the files of the dashboard, and its one document for every address below /dashboard. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import files from "@fastify/static";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Log } from "../log/log.ts";
import type { Http } from "./http.ts";

export interface PagesOptions {
  /** Folder of the built dashboard, with all scripts, styles and pictures. */
  app: string;
  /** Folder of the prerendered pages: `index.html` is `/`, `about.html` is `/about`, `404.html` everything that is not there. */
  site: string;
  /** What the pages leave open, as `%NAME%`. A line with a word that is not given is left out. */
  words: Readonly<Record<string, string | undefined>>;
  log: Log;
}

/** Old addresses of screens that exist. */
const MOVED = { "/call-history": "/dashboard/call-history" } as const;
const NEVER_CACHED = { "cache-control": "no-cache" };

export async function servePages(app: Http, options: PagesOptions): Promise<void> {
  if (!existsSync(join(options.app, "index.html"))) return;
  await app.register(files, {
    root: options.app,
    wildcard: false,
    index: false,
    globIgnore: ["index.html", ".vite/**"],
    setHeaders: (response, path) => {
      response.setHeader("cache-control", path.includes("/assets/") ? "public, max-age=31536000, immutable" : "no-cache");
    },
  });
  for (const [from, to] of Object.entries(MOVED)) {
    app.get(from, (request, reply) => reply.redirect(`${to}${/\?.*/.exec(request.url)?.[0] ?? ""}`, 302));
  }
  const dashboard = (_request: FastifyRequest, reply: FastifyReply) => reply.headers(NEVER_CACHED).sendFile("index.html");
  app.get("/dashboard", dashboard);
  app.get("/dashboard/*", dashboard);
  servePrerendered(app, options);
}

function servePrerendered(app: Http, { site, words, log }: PagesOptions): void {
  const pages = readPages(site, words);
  for (const [address, page] of pages) {
    if (address === "/404") continue;
    app.get(address, (_request, reply) => sendPage(reply, page));
  }
  app.get("/robots.txt", (request, reply) =>
    reply
      .type("text/plain; charset=utf-8")
      .send(`User-agent: *\nDisallow: /dashboard\nSitemap: ${baseOf(request)}/sitemap.xml\n`),
  );
  app.get("/sitemap.xml", (request, reply) => {
    const addresses = [...pages.keys()].filter((address) => !["/404", "/verify-invite"].includes(address));
    const entries = addresses.map((address) => `  <url><loc>${escaped(baseOf(request) + address)}</loc></url>\n`).join("");
    const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries}</urlset>\n`;
    return reply.type("application/xml; charset=utf-8").send(xml);
  });
  app.get("/*", (request, reply) => {
    const missing = pages.get("/404");
    if (missing === undefined || !request.headers.accept?.includes("text/html")) return reply.callNotFound();
    log.info({ path: request.url.slice(0, 300), method: request.method }, "Nothing at this address");
    return sendPage(reply.code(404), missing);
  });

  function baseOf(request: FastifyRequest): string {
    return words["PUBLIC_URL"] ?? `${request.protocol}://${request.host}`;
  }
}

function sendPage(reply: FastifyReply, page: string): FastifyReply {
  return reply.headers(NEVER_CACHED).type("text/html; charset=utf-8").send(page);
}

/** By address. */
function readPages(folder: string, words: PagesOptions["words"]): Map<string, string> {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".html")) : [];
  return new Map(
    names.map((name) => {
      const address = name === "index.html" ? "/" : `/${name.slice(0, -".html".length)}`;
      return [address, filledIn(readFileSync(join(folder, name), "utf8"), words)];
    }),
  );
}

function filledIn(page: string, words: PagesOptions["words"]): string {
  let text = page;
  for (const [name, value] of Object.entries(words)) {
    const mark = `%${name}%`;
    text =
      value === undefined
        ? text
            .split("\n")
            .filter((line) => !line.includes(mark))
            .join("\n")
        : text.replaceAll(mark, escaped(value));
  }
  return text;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
