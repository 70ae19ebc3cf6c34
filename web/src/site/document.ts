/**
 * The document around a page. The server fills in `%PUBLIC_URL%` and `%CONTACT_EMAIL%` when it starts, and leaves out each line with one
 * that its operator has not given: such a word stands on a line that can be missed.
 */
import { KEYWORDS, ORGANISATION, type PageMetadata } from "./metadata.ts";

/** The built files that each page needs, as addresses. */
export interface Assets {
  script: string;
  style: string;
  fonts: readonly string[];
}

export function documentOf({ path, title, description }: PageMetadata, body: string, { script, style, fonts }: Assets): string {
  const lines = [
    "<!doctype html>",
    '<html lang="en">',
    "<head>",
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${escaped(title)}</title>`,
    ...named("name", { description, keywords: KEYWORDS }),
    ...(path === "/404" ? named("name", { robots: "noindex" }) : [`<link rel="canonical" href="%PUBLIC_URL%${path}">`]),
    ...named("property", { "og:type": "website", "og:site_name": "Ongea", "og:title": title, "og:description": description }),
    `<meta property="og:url" content="%PUBLIC_URL%${path}">`,
    '<meta property="og:image" content="%PUBLIC_URL%/social-card.png">',
    ...named("name", { "twitter:card": "summary_large_image", "twitter:title": title, "twitter:description": description }),
    '<meta name="twitter:image" content="%PUBLIC_URL%/social-card.png">',
    '<link rel="icon" type="image/svg+xml" href="/mark.svg">',
    ...fonts.map((font) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${font}">`),
    '<script src="/theme.js"></script>',
    `<link rel="stylesheet" href="${style}">`,
    `<script type="module" src="${script}"></script>`,
    '<script type="application/ld+json">',
    "{",
    ORGANISATION.map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`).join(",\n"),
    "}",
    "</script>",
    "</head>",
    `<body>${body}</body>`,
    "</html>",
    "",
  ];
  return lines.join("\n");
}

function named(attribute: "name" | "property", tags: Readonly<Record<string, string>>): string[] {
  return Object.entries(tags).map(([name, content]) => `<meta ${attribute}="${name}" content="${escaped(content)}">`);
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
