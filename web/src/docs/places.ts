/** Where things stand in the documentation. */
import { keysOf } from "@ongea/contract";
import { paths } from "../paths.ts";
import type { SentenceId } from "../words/index.ts";
import type { Operation, Subject } from "./description.ts";

export const CHANGES = "api-changes";

/** Those of docs/guides that developers read, by the file's name, each with its title. */
const TITLES = {
  "api-keys": "docs.guide_api_keys",
  webhooks: "docs.guide_webhooks",
  mcp: "docs.guide_mcp",
  "sip-trunks": "docs.guide_sip_trunks",
  carriers: "docs.guide_carriers",
  "web-widget": "docs.guide_web_widget",
  messages: "docs.guide_messages",
  contacts: "docs.guide_contacts",
  compliance: "docs.guide_compliance",
  notifications: "docs.guide_notifications",
  models: "docs.guide_models",
  providers: "docs.guide_providers",
  realtime: "docs.guide_realtime",
  "turn-taking": "docs.guide_turn_taking",
  "agent-settings": "docs.guide_agent_settings",
  drafts: "docs.guide_drafts",
  "agent-tests": "docs.guide_agent_tests",
  tools: "docs.guide_tools",
  "self-hosting": "docs.guide_self_hosting",
  settings: "docs.guide_settings",
} as const satisfies Record<string, SentenceId>;

type GuideName = keyof typeof TITLES;

export const GUIDES = keysOf(TITLES);

export function guideTitle(name: GuideName): SentenceId {
  return TITLES[name];
}

export const docsPaths = {
  start: paths.docs,
  errors: `${paths.docs}/errors`,
  changes: `${paths.docs}/changes`,
  subject: ({ slug }: Pick<Subject, "slug">) => `${paths.docs}/api/${slug}`,
  operation: ({ slug }: Pick<Subject, "slug">, { id }: Pick<Operation, "id">) => `${paths.docs}/api/${slug}#${id}`,
  guide: (name: string) => `${paths.docs}/guides/${name}`,
} as const;
