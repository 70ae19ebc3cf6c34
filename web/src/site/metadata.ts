/** What search engines and social cards are told of each page. */

export interface PageMetadata {
  /** Address; also the file's name. */
  path: string;
  title: string;
  description: string;
}

const HOME = {
  title: "Ongea: AI voice assistants that hold phone conversations",
  description:
    "An open platform for AI voice assistants in Africa: they answer and place calls, book appointments and take messages, on your numbers and on your own server.",
};

export const PAGES = {
  home: { path: "/", ...HOME },
  requestDemo: {
    path: "/request-demo",
    title: "Request a demo | Ongea",
    description: "Ask for an invitation to the Ongea demo and talk to a voice assistant from your browser.",
  },
  verifyInvite: { path: "/verify-invite", ...HOME },
  about: {
    path: "/about",
    title: "About Ongea: bridging the digital divide",
    description: "Founded in 2025 to bridge the digital divide in Africa: voice assistants that anyone with a telephone can use.",
  },
  contact: {
    path: "/contact",
    title: "Contact | Ongea",
    description: "Write to the people behind Ongea: questions, help, and what you would like your assistant to do.",
  },
  privacy: { path: "/privacy", ...HOME },
  terms: { path: "/terms", ...HOME },
  missing: { path: "/404", ...HOME },
} as const satisfies Record<string, PageMetadata>;

export const KEYWORDS =
  "AI voice assistant, phone calls, call centre, Africa, Kenya, Swahili, appointment booking, chatbot, outbound calls, open source, self-hosted";

export const ORGANISATION: readonly [name: string, value: unknown][] = [
  ["@context", "https://schema.org"],
  ["@type", "Organization"],
  ["url", "%PUBLIC_URL%/"],
  ["logo", "%PUBLIC_URL%/mark.svg"],
  ["email", "%CONTACT_EMAIL%"],
  ["name", "Ongea"],
  ["foundingDate", "2025"],
  ["areaServed", "Africa"],
  ["description", HOME.description],
];
