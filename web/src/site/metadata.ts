/** What search engines and social cards are told of each page. */
import type { SiteSentenceId } from "./catalogues.ts";
import type { SiteWords } from "./page-context.ts";

export interface PageMetadata {
  /** Address; also the file's name. */
  path: string;
  title: SiteSentenceId;
  description: SiteSentenceId;
}

const HOME = { title: "frame.home_page", description: "frame.home_description" } as const;

export const PAGES = {
  home: { path: "/", ...HOME },
  requestDemo: { path: "/request-demo", title: "frame.demo_page", description: "frame.demo_description" },
  verifyInvite: { path: "/verify-invite", ...HOME },
  about: { path: "/about", title: "frame.about_page", description: "frame.about_description" },
  contact: { path: "/contact", title: "frame.contact_page", description: "frame.contact_description" },
  privacy: { path: "/privacy", ...HOME },
  terms: { path: "/terms", ...HOME },
  missing: { path: "/404", ...HOME },
} as const satisfies Record<string, PageMetadata>;

export function organisation(words: SiteWords): readonly [name: string, value: unknown][] {
  return [
    ["@context", "https://schema.org"],
    ["@type", "Organization"],
    ["url", "%PUBLIC_URL%/"],
    ["logo", "%PUBLIC_URL%/mark.svg"],
    ["email", "%CONTACT_EMAIL%"],
    ["name", "Ongea"],
    ["foundingDate", "2025"],
    ["areaServed", "Africa"],
    ["description", words.say("frame.home_description")],
  ];
}
