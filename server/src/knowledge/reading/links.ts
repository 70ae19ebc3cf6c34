/** Where a page leads, and what its owner says of reading it. Pure; runs where documents are read, for a page may be made to harm. */

export interface PageFacts {
  title: string;
  /** As they are written in the page. */
  links: string[];
  /** Its owner does not want it kept, or its links followed (`<meta name="robots">`). */
  isHidden: boolean;
}

const MOST_LINKS = 1_000;
const LONGEST_LINK = 1_000;
const LONGEST_TITLE = 200;
/** A tag that is longer is no tag; the bound also keeps the search in a straight line. */
const TAG = /<(a|area|base|meta)\s([^<>]{1,3000})>/gi;
const TITLE = /<title[^<>]{0,200}>([^<]{1,1000})/i;
/** What a program sees that runs no scripts. */
const UNSEEN = /<!--[\s\S]*?(?:-->|$)|<(script|style|template)\b[^<>]*>[\s\S]*?(?:<\/\1\s*>|$)/gi;

export function factsOf(html: string): PageFacts {
  const seen = html.replace(UNSEEN, " ");
  const links: string[] = [];
  let isHidden = false;
  let base: string | undefined;
  for (const [, tag = "", attributes = ""] of seen.matchAll(TAG)) {
    const name = tag.toLowerCase();
    if (name === "meta") {
      const asks = /^(?:robots|ongea)$/i.test(valueOf(attributes, "name") ?? "") && valueOf(attributes, "content");
      if (asks && /noindex|nofollow|none/i.test(asks)) isHidden = true;
      continue;
    }
    const href = valueOf(attributes, "href");
    if (href === undefined || href === "" || href.length > LONGEST_LINK) continue;
    if (name === "base") base ??= href;
    else if (!/\bnofollow\b/i.test(valueOf(attributes, "rel") ?? "")) links.push(href);
    if (links.length >= MOST_LINKS) break;
  }
  const title = plain(TITLE.exec(seen)?.[1] ?? "")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, LONGEST_TITLE);
  return { title, links: base === undefined ? links : links.map((link) => against(link, base)), isHidden };
}

function valueOf(attributes: string, name: string): string | undefined {
  const found = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, "i").exec(attributes);
  const value = found?.[1] ?? found?.[2] ?? found?.[3];
  return value === undefined ? undefined : plain(value).trim();
}

function plain(text: string): string {
  return text
    .replace(/&(?:amp|#38|#x26);/gi, "&")
    .replace(/&(?:quot|#34);/gi, '"')
    .replace(/&#39;/g, "'")
    .replace(/&lt;/gi, "<")
    .replace(/&gt;/gi, ">");
}

/** A base that is itself relative is left to who knows the page's address. */
function against(link: string, base: string): string {
  return URL.canParse(link, base) ? new URL(link, base).href : link;
}
