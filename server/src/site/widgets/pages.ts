/** What other people's pages load of a widget: its script, and the page inside the frame that the script opens. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { LANGUAGES } from "@ongea/contract";
import { z } from "zod";
import type { Http } from "../../platform/http/http.ts";
import { contentPolicy } from "../../platform/http/http.ts";
import { networkOf } from "../../platform/http/rate-limit.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { check } from "../../platform/http/check.ts";
import type { StoredWidget } from "./store.ts";
import type { Widgets } from "./widgets.ts";

export interface WidgetPagesParts {
  widgets: Pick<Widgets, "byKey">;
  /** The assistant's name; undefined: it is gone. */
  nameOf(widget: StoredWidget): Promise<string | undefined>;
  /** Of what was built: `loader.js`, and a frame's page for each language. */
  folder: string;
}

const OPEN = { embeddable: true } as const;
const Query = z.object({ lang: z.enum(LANGUAGES).optional().catch(undefined) });
const MARK = '"%WIDGET%"';

export function widgetPages(app: Http, { widgets, nameOf, folder }: WidgetPagesParts): void {
  if (!existsSync(join(folder, "loader.js"))) return;
  const read = (name: string): string => readFileSync(join(folder, name), "utf8");
  const loader = read("loader.js");
  const frames = new Map(LANGUAGES.map((language) => [language, read(`${language}.html`)]));

  app.get<{ Params: { key: string } }>("/widgets/:key/widget.js", { config: OPEN }, async (request, reply) => {
    app.door.anonymous.take(networkOf(request.ip));
    const widget = await widgets.byKey(request.params.key);
    if (!widget) throw refuse("widget.not_found");
    void reply.headers({ "cache-control": "public, max-age=60", "cross-origin-resource-policy": "cross-origin" });
    return reply.type("text/javascript; charset=utf-8").send(loader.replace(MARK, () => JSON.stringify(faceOf(widget))));
  });

  app.get<{ Params: { key: string } }>("/widgets/:key/frame", { config: OPEN }, async (request, reply) => {
    app.door.anonymous.take(networkOf(request.ip));
    const widget = await widgets.byKey(request.params.key);
    if (!widget) throw refuse("widget.not_found");
    const { lang = "en" } = check(Query, request.query, "query");
    const name = await nameOf(widget);
    const { key, origins, colour, chat, isActive } = widget;
    const facts = JSON.stringify({
      key,
      origins,
      colour,
      name: name ?? "",
      chat,
      is_on: isActive && name !== undefined,
    }).replaceAll("<", "\\u003c");
    void reply.headers({ "cache-control": "no-store", "content-security-policy": contentPolicy(origins.join(" ")) });
    return reply.type("text/html; charset=utf-8").send((frames.get(lang) ?? "").replace(MARK, () => facts));
  });
}

/** What its button needs: all of it is public. */
function faceOf({ origins, colour, position, label, language, isActive }: StoredWidget): object {
  return { origins, colour, position, label, language, is_on: isActive };
}
