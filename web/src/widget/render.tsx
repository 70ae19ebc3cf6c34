/** Renders the page inside a widget's frame in every language, and gathers what its script says; run once, when the product is built. */
import { renderToStaticMarkup } from "react-dom/server";
import { SITE_CATALOGUES } from "../site/catalogues.ts";
import type { SiteWords } from "../site/page-context.ts";
import { Icon } from "../ui/icon.tsx";
import { LANGUAGES } from "../words/languages.ts";
import { createWords } from "../words/words.ts";
import { frameWords, loaderWords } from "./words.ts";

export interface FrameAssets {
  script: string;
  style: string;
}

export interface RenderedWidget {
  /** `sw.html` and so on, for the server to fill in. */
  frames: { name: string; html: string }[];
  loaderWords: Record<string, Record<string, string>>;
}

export function renderWidget(assets: FrameAssets): RenderedWidget {
  const all = LANGUAGES.map((language) => createWords(language, SITE_CATALOGUES[language]));
  return {
    frames: all.map((words) => ({ name: `${words.language}.html`, html: documentOf(words, assets) })),
    loaderWords: Object.fromEntries(all.map((words) => [words.language, loaderWords(words)])),
  };
}

function documentOf(words: SiteWords, { script, style }: FrameAssets): string {
  return [
    "<!doctype html>",
    `<html lang="${words.language}" dir="${words.direction}">`,
    "<head>",
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="robots" content="noindex">',
    "<title>Ongea</title>",
    `<link rel="stylesheet" href="${style}">`,
    '<script type="application/json" id="widget">"%WIDGET%"</script>',
    `<script type="application/json" id="words">${JSON.stringify(frameWords(words)).replaceAll("<", "\\u003c")}</script>`,
    `<script type="module" src="${script}"></script>`,
    "</head>",
    `<body>${renderToStaticMarkup(<Frame words={words} />)}</body>`,
    "</html>",
    "",
  ].join("\n");
}

function Frame({ words: { say } }: { words: SiteWords }): React.ReactNode {
  return (
    <main>
      <header>
        <h1 data-name />
        <button className="button quiet square" type="button" data-close aria-label={say("frame.close")}>
          <Icon name="close" />
        </button>
      </header>
      <p className="now" role="status" data-status />
      <p className="problem" role="alert" data-problem hidden />
      <div className="said" role="log" aria-label={say("landing.talk_said")} tabIndex={0}>
        <p className="hint" data-before>
          {say("widget.hint")}
        </p>
        <ol data-chat />
        <ol data-lines />
      </div>
      <form data-form hidden>
        <input type="file" data-file accept="image/jpeg,image/png,image/gif,image/webp,application/pdf" hidden />
        <button className="button square" type="button" data-attach aria-label={say("widget.chat_attach")} hidden>
          <Icon name="attach" />
        </button>
        <input
          className="input"
          data-text
          maxLength={500}
          autoComplete="off"
          aria-label={say("landing.talk_type")}
          placeholder={say("landing.talk_type")}
        />
        <button className="button" type="submit">
          {say("landing.talk_send")}
        </button>
      </form>
      <div className="acts">
        <button className="button first" type="button" data-talk disabled>
          <Icon name="microphone" />
          <span>{say("landing.demo_start")}</span>
        </button>
        <button className="button" type="button" data-type disabled>
          {say("widget.type_instead")}
        </button>
        <button className="button" type="button" data-end hidden>
          {say("landing.talk_hang_up")}
        </button>
      </div>
    </main>
  );
}
