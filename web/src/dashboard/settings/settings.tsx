/** Settings: pages of a person and of a workspace, each with an address. */
import { SETTINGS_PAGES, type SettingsPage } from "@ongea/contract";
import { lazy } from "react";
import { Navigate, useParams } from "react-router";
import { paths } from "../../paths.ts";
import { useMe } from "../../shell/me.tsx";
import { NotFound } from "../../shell/not-found.tsx";
import { PageHead } from "../../shell/page-head.tsx";
import { settingsPagesFor } from "../../shell/settings-pages.ts";
import { TabLinks } from "../../ui/tab-links.tsx";
import { useWords } from "../../words/index.ts";
import { LanguagePage } from "./language-page.tsx";
import { ProfilePage } from "./profile-page.tsx";

const Notifications = lazy(async () => ({ default: (await import("./notifications-page.tsx")).NotificationsPage }));
const Security = lazy(async () => ({ default: (await import("./security/security-page.tsx")).SecurityPage }));
const Members = lazy(async () => ({ default: (await import("./members/members-page.tsx")).MembersPage }));
const Workspace = lazy(async () => ({ default: (await import("./workspace-page.tsx")).WorkspacePage }));
const Balance = lazy(async () => ({ default: (await import("./balance/balance-page.tsx")).BalancePage }));
const Privacy = lazy(async () => ({ default: (await import("./privacy/privacy-page.tsx")).PrivacyPage }));
const Audit = lazy(async () => ({ default: (await import("./audit/audit-page.tsx")).AuditPage }));
const Leads = lazy(async () => ({ default: (await import("./leads-page.tsx")).LeadsPage }));
const Codes = lazy(async () => ({ default: (await import("./codes-page.tsx")).CodesPage }));

const Speech = lazy(async () => ({ default: (await import("./speech-page.tsx")).SpeechPage }));

const PAGES: Record<SettingsPage, React.ComponentType> = {
  profile: ProfilePage,
  language: LanguagePage,
  notifications: Notifications,
  security: Security,
  members: Members,
  workspace: Workspace,
  balance: Balance,
  privacy: Privacy,
  audit: Audit,
  leads: Leads,
  codes: Codes,
  speech: Speech,
};

const WIDE: ReadonlySet<SettingsPage> = new Set(["audit", "balance", "leads"]);

export function Settings(): React.ReactNode {
  const words = useWords();
  const me = useMe();
  const { page } = useParams();
  const shown = settingsPagesFor(me);
  const chosen = shown.find((one) => one === page);
  if (!SETTINGS_PAGES.some((one) => one === page)) return <NotFound />;
  if (!chosen) return <Navigate replace to={paths.settings()} />;
  const Page = PAGES[chosen];
  return (
    <>
      <PageHead title={words.say("settings.title")} subtitle={me.workspace.name} />
      <TabLinks
        label={words.say("settings.pages")}
        tabs={shown.map((one) => ({
          to: paths.settings(one),
          label: words.say(`settings.${one}`),
          chosen: one === chosen,
        }))}
      />
      <div className={WIDE.has(chosen) ? "settings wide" : "settings"}>
        <Page />
      </div>
    </>
  );
}
