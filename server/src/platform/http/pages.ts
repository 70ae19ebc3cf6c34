/** Serves the prerendered public site, the files of the dashboard, and its one document for every address below /dashboard and /docs. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import files from "@fastify/static";
import { isDashboardPage, isDocsPage } from "@ongea/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Log } from "../log/log.ts";
import type { Http } from "./http.ts";
import { loggedPath } from "./logged-path.ts";

export interface PagesOptions {
  /** Folder of the built dashboard, with all scripts, styles and pictures. */
  app: string;
  /** Folder of the prerendered pages: `index.html` is `/`, `about.html` is `/about`, `404.html` everything that is not there; a folder a language. */
  site: string;
  /** What the pages leave open, as `%NAME%`. A line with a word that is not given is left out. */
  words: Readonly<Record<string, string | undefined>>;
  log: Log;
}

/** Short addresses that screens had once (specification 2.6). Programs ask some of them, too, and want no page. */
const SHORT = [
  "agent-setup",
  "providers",
  "developers",
  "voices",
  "voice-lab",
  "knowledge-base",
  "phone-numbers",
  "call-history",
  "batches",
];
/** Pages beside the dashboard that are its own. */
const DOORS = ["/sign-in", "/sign-up", "/reset-password", "/join", "/unsubscribe", "/docs", "/playground"] as const;
const NEVER_CACHED = { "cache-control": "no-cache" };

export async function servePages(app: Http, options: PagesOptions): Promise<void> {
  if (!existsSync(join(options.app, "index.html"))) return;
  const shared = { index: false, preCompressed: true, cacheControl: false } as const;
  await app.register(files, {
    ...shared,
    root: options.app,
    wildcard: false,
    globIgnore: ["index.html", "assets/**", ".vite/**", "**/*.{br,gz}"],
    setHeaders: (response) => void response.setHeader("cache-control", "no-cache"),
  });
  // One route: with one for each of hundreds of files a start took 0.4 s longer.
  await app.register(files, {
    ...shared,
    root: join(options.app, "assets"),
    prefix: "/assets/",
    decorateReply: false,
    setHeaders: (response) => void response.setHeader("cache-control", "public, max-age=31536000, immutable"),
  });
  for (const screen of SHORT) {
    app.get(`/${screen}`, { constraints: { wants: "page" } }, (request, reply) =>
      reply.redirect(`/dashboard/${screen}${/\?.*/.exec(request.url)?.[0] ?? ""}`, 302),
    );
  }
  const dashboard = (_request: FastifyRequest, reply: FastifyReply) => reply.headers(NEVER_CACHED).sendFile("index.html");
  for (const path of ["/dashboard", ...DOORS]) app.get(path, dashboard);
  // The page says so, too: it is drawn whatever the address.
  const below = (folder: string, isThere: (path: string) => boolean): void =>
    void app.get<{ Params: { "*": string } }>(`/${folder}/*`, (request, reply) =>
      dashboard(request, reply.code(isThere(request.params["*"]) ? 200 : 404)),
    );
  below("dashboard", isDashboardPage);
  below("docs", isDocsPage);
  servePrerendered(app, options);
}

function servePrerendered(app: Http, { site, words, log }: PagesOptions): void {
  const pages = readPages(site, words);
  const languages = languagesOf(site);
  for (const [address, page] of pages) {
    if (address.endsWith("/404")) continue;
    app.get(address, (request, reply) => sendPage(request, reply, page));
    if (address.endsWith("/") && address !== "/")
      app.get(address.slice(0, -1), (_request, reply) => reply.redirect(address, 301));
  }
  app.get("/robots.txt", (request, reply) =>
    reply
      .type("text/plain; charset=utf-8")
      .send(`User-agent: *\nDisallow: /dashboard\nSitemap: ${baseOf(request)}/sitemap.xml\n`),
  );
  app.get("/sitemap.xml", (request, reply) => {
    const addresses = [...pages.keys()].filter((address) => !/\/(?:404|verify-invite)$/.test(address));
    const entries = addresses.map((address) => sitemapEntry(baseOf(request), address, languages)).join("");
    const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${entries}</urlset>\n`;
    return reply.type("application/xml; charset=utf-8").send(xml);
  });
  app.get("/*", (request, reply) => {
    const [, first = ""] = request.url.split(/[/?]/, 2);
    const missing = pages.get(languages.includes(first) ? `/${first}/404` : "/404");
    if (missing === undefined || !request.headers.accept?.includes("text/html")) return reply.callNotFound();
    log.info({ path: loggedPath(request.url), method: request.method }, "Nothing at this address");
    return sendPage(request, reply.code(404), missing);
  });

  function baseOf(request: FastifyRequest): string {
    return words["PUBLIC_URL"] ?? `${request.protocol}://${request.host}`;
  }
}

/** A page and its packed twin, made when it is first asked for. */
interface Page {
  html: string;
  packed?: Buffer;
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page): FastifyReply {
  reply.headers({ ...NEVER_CACHED, vary: "accept-encoding" }).type("text/html; charset=utf-8");
  if (!/\bgzip\b/.test(String(request.headers["accept-encoding"] ?? ""))) return reply.send(page.html);
  page.packed ??= gzipSync(page.html);
  return reply.header("content-encoding", "gzip").send(page.packed);
}

/** By address: `about.html` is `/about`, `sw/index.html` is `/sw/`. */
function readPages(folder: string, words: PagesOptions["words"]): Map<string, Page> {
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: "utf8" }) : [];
  return new Map(
    names
      .filter((name) => name.endsWith(".html"))
      .map((name) => {
        const address = `/${name.replaceAll("\\", "/").replace(/(?:(?<=^|\/)index)?\.html$/, "")}`;
        return [address, { html: filledIn(readFileSync(join(folder, name), "utf8"), words) }];
      }),
  );
}

/** Each folder of the site is a language; English stands at the root. */
function languagesOf(folder: string): string[] {
  const entries = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [];
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/** An address and the same page in the other languages. */
function sitemapEntry(base: string, address: string, languages: readonly string[]): string {
  const own = languages.find((language) => address.startsWith(`/${language}/`));
  const path = own === undefined ? address : address.slice(own.length + 1);
  const link = (hreflang: string, href: string): string =>
    `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${escaped(base + href)}"/>`;
  const links = [
    link("en", path),
    ...languages.map((language) => link(language, `/${language}${path}`)),
    link("x-default", path),
  ];
  return `  <url><loc>${escaped(base + address)}</loc>${links.join("")}</url>\n`;
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
