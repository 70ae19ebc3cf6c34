/** Where things stand in the documentation. */
import { paths } from "../paths.ts";
import type { SentenceId } from "../words/index.ts";
import type { Operation, Subject } from "./description.ts";

export const CHANGES = "api-changes";

/** Those of docs/guides that developers read, by the file's name. */
export const GUIDES = [
  "webhooks",
  "mcp",
  "sip-trunks",
  "carriers",
  "web-widget",
  "models",
  "providers",
  "turn-taking",
  "agent-settings",
  "self-hosting",
  "settings",
] as const;
export type GuideName = (typeof GUIDES)[number];

export function guideTitle(name: GuideName): SentenceId {
  return `docs.guide_${name.replaceAll("-", "_") as "webhooks"}`;
}

export const docsPaths = {
  start: paths.docs,
  errors: `${paths.docs}/errors`,
  changes: `${paths.docs}/changes`,
  subject: ({ slug }: Pick<Subject, "slug">) => `${paths.docs}/api/${slug}`,
  operation: ({ slug }: Pick<Subject, "slug">, { id }: Pick<Operation, "id">) => `${paths.docs}/api/${slug}#${id}`,
  guide: (name: string) => `${paths.docs}/guides/${name}`,
} as const;
