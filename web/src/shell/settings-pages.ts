/** The pages of the settings: who is shown which, and what stands on them, for whoever looks for it. */
import { mayActAs, type Me, SETTINGS_PAGES, type SettingsPage } from "@ongea/contract";
import type { SentenceId } from "../words/index.ts";

const SHOWN: Partial<Record<SettingsPage, (me: Me) => boolean>> = {
  notifications: (me) => me.kind === "person",
  security: (me) => me.kind === "person",
  privacy: (me) => mayActAs(me.workspace.role, "admin"),
  audit: (me) => mayActAs(me.workspace.role, "admin"),
  leads: (me) => me.operator,
  codes: (me) => me.operator,
  speech: (me) => me.operator,
};

/** Their headings, as the area of the settings says them. */
export const ON_PAGE: Readonly<Record<SettingsPage, readonly Extract<SentenceId, `settings.${string}`>[]>> = {
  profile: ["settings.name", "settings.email"],
  language: ["settings.language_title"],
  notifications: ["settings.digest_title"],
  security: ["settings.change_password", "settings.passkeys", "settings.second_factor", "settings.sessions"],
  members: ["settings.members_title", "settings.invitations", "settings.invite"],
  workspace: ["settings.workspace_name", "settings.workspace_currency", "settings.rules_title"],
  balance: ["settings.balance_title"],
  privacy: ["settings.retention_title", "settings.person_title", "settings.holds_title", "settings.deletions_title"],
  audit: ["settings.audit_title"],
  leads: ["settings.leads_title"],
  codes: ["settings.codes_title"],
  speech: ["settings.models_title"],
};

export function settingsPagesFor(me: Me): readonly SettingsPage[] {
  return SETTINGS_PAGES.filter((page) => SHOWN[page]?.(me) ?? true);
}
