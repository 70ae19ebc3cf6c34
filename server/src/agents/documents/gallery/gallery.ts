/** Everything that an agent can be begun from: the two templates of each installation, and ten of other trades, countries and languages. */
import type { AgentTemplate } from "@ongea/contract";
import { TEMPLATES } from "../templates.ts";
import { template } from "../template-document.ts";
import { EAST } from "./east.ts";
import { SOUTH_AND_NORTH } from "./south-and-north.ts";
import { WEST } from "./west.ts";

const SECTORS = { front_desk: "health", customer_service: "trade" } as const;

export const GALLERY: readonly AgentTemplate[] = [
  ...TEMPLATES.map(({ key, document }): AgentTemplate => ({
    key,
    sector: SECTORS[key],
    country: "KE",
    language: "en",
    document,
  })),
  ...[...EAST, ...WEST, ...SOUTH_AND_NORTH].map(({ words, ...one }) => ({
    ...one,
    language: words.language ?? "en",
    document: template(words),
  })),
];
