/**
 * The document around a page. The server fills in `%PUBLIC_URL%` and `%CONTACT_EMAIL%` when it starts, and leaves out each line with one
 * that its operator has not given: such a word stands on a line that can be missed.
 */
import { LANGUAGES, type Language } from "../words/languages.ts";
import { scriptWords } from "./islands/words.ts";
import { organisation, type PageMetadata } from "./metadata.ts";
import { addressIn, type SiteWords } from "./page-context.ts";

/** The built files that each page needs, as addresses. */
export interface Assets {
  script: string;
  style: string;
  /** Of the letters that a language is written in. */
  fonts: Readonly<Record<Language, readonly string[]>>;
}

interface Page {
  words: SiteWords;
  metadata: PageMetadata;
  body: string;
}

export function documentOf({ words, metadata, body }: Page, { script, style, fonts }: Assets): string {
  const { language, direction, say } = words;
  const [title, description] = [say(metadata.title), say(metadata.description)];
  const address = `%PUBLIC_URL%${addressIn(language, metadata.path)}`;
  const isMissing = metadata.path === "/404";
  const lines = [
    "<!doctype html>",
    `<html lang="${language}" dir="${direction}">`,
    "<head>",
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${escaped(title)}</title>`,
    ...named("name", { description, keywords: say("frame.keywords") }),
    ...(isMissing
      ? named("name", { robots: "noindex" })
      : [`<link rel="canonical" href="${address}">`, ...alternates(metadata.path)]),
    ...named("property", {
      "og:type": "website",
      "og:site_name": "Ongea",
      "og:locale": language,
      "og:title": title,
      "og:description": description,
    }),
    `<meta property="og:url" content="${address}">`,
    '<meta property="og:image" content="%PUBLIC_URL%/social-card.png">',
    ...named("name", { "twitter:card": "summary_large_image", "twitter:title": title, "twitter:description": description }),
    '<meta name="twitter:image" content="%PUBLIC_URL%/social-card.png">',
    '<link rel="icon" type="image/svg+xml" href="/mark.svg">',
    ...fonts[language].map((font) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${font}">`),
    '<script src="/early.js"></script>',
    ...(language === "en" ? ['<script src="/language.js"></script>'] : []),
    `<link rel="stylesheet" href="${style}">`,
    `<script type="module" src="${script}"></script>`,
    '<script type="application/ld+json">',
    "{",
    organisation(words)
      .map(([name, value]) => `${JSON.stringify(name)}: ${inScript(value)}`)
      .join(",\n"),
    "}",
    "</script>",
    `<script type="application/json" id="words">${inScript(scriptWords(words, metadata.path))}</script>`,
    "</head>",
    `<body>${body}</body>`,
    "</html>",
    "",
  ];
  return lines.join("\n");
}

/** The same page in the other languages. */
function alternates(path: string): string[] {
  const link = (hreflang: string, language: Language): string =>
    `<link rel="alternate" hreflang="${hreflang}" href="%PUBLIC_URL%${addressIn(language, path)}">`;
  return [...LANGUAGES.map((language) => link(language, language)), link("x-default", "en")];
}

function named(attribute: "name" | "property", tags: Readonly<Record<string, string>>): string[] {
  return Object.entries(tags).map(([name, content]) => `<meta ${attribute}="${name}" content="${escaped(content)}">`);
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}

function inScript(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}
