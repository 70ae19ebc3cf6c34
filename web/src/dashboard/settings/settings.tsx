/** Settings: pages of a person and of a workspace, each with an address. */
import { mayActAs, type Me } from "@ongea/contract";
import { lazy } from "react";
import { Navigate, useParams } from "react-router";
import { paths, SETTINGS_PAGES, type SettingsPage } from "../../paths.ts";
import { useMe } from "../../shell/me.tsx";
import { PageHead } from "../../shell/page-head.tsx";
import { TabLinks } from "../../ui/tab-links.tsx";
import { useWords } from "../../words/index.ts";
import { LanguagePage } from "./language-page.tsx";
import { ProfilePage } from "./profile-page.tsx";

const Security = lazy(async () => ({ default: (await import("./security/security-page.tsx")).SecurityPage }));
const Members = lazy(async () => ({ default: (await import("./members/members-page.tsx")).MembersPage }));
const Workspace = lazy(async () => ({ default: (await import("./workspace-page.tsx")).WorkspacePage }));
const Audit = lazy(async () => ({ default: (await import("./audit-page.tsx")).AuditPage }));
const Codes = lazy(async () => ({ default: (await import("./codes-page.tsx")).CodesPage }));

const Speech = lazy(async () => ({ default: (await import("./speech-page.tsx")).SpeechPage }));

const PAGES: Record<SettingsPage, { page: React.ComponentType; shown: (me: Me) => boolean }> = {
  profile: { page: ProfilePage, shown: () => true },
  language: { page: LanguagePage, shown: () => true },
  security: { page: Security, shown: (me) => me.kind === "person" },
  members: { page: Members, shown: () => true },
  workspace: { page: Workspace, shown: () => true },
  audit: { page: Audit, shown: (me) => mayActAs(me.workspace.role, "admin") },
  codes: { page: Codes, shown: (me) => me.operator },
  speech: { page: Speech, shown: (me) => me.operator },
};

export function Settings(): React.ReactNode {
  const words = useWords();
  const me = useMe();
  const { page } = useParams();
  const chosen = SETTINGS_PAGES.find((one) => one === page && PAGES[one].shown(me));
  if (!chosen) return <Navigate replace to={paths.settings()} />;
  const Page = PAGES[chosen].page;
  return (
    <>
      <PageHead title={words.say("settings.title")} subtitle={me.workspace.name} />
      <TabLinks
        label={words.say("settings.pages")}
        tabs={SETTINGS_PAGES.filter((one) => PAGES[one].shown(me)).map((one) => ({
          to: paths.settings(one),
          label: words.say(`settings.${one}`),
          chosen: one === chosen,
        }))}
      />
      <div className="settings">
        <Page />
      </div>
    </>
  );
}
