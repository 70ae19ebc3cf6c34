/** Settings: pages of a person and of a workspace, each with an address. */
import { SETTINGS_PAGES, type SettingsPage } from "@ongea/contract";
import { Navigate, useParams } from "react-router";
import { paths } from "../../paths.ts";
import { useMe } from "../../shell/me.tsx";
import { NotFound } from "../../shell/not-found.tsx";
import { PageHead } from "../../shell/page-head.tsx";
import { settingsPagesFor } from "../../shell/settings-pages.ts";
import { Loading } from "../../ui/loaded.tsx";
import { TabLinks } from "../../ui/tab-links.tsx";
import { useWords } from "../../words/index.ts";
import { LanguagePage } from "./language-page.tsx";
import { ProfilePage } from "./profile-page.tsx";
import { partLater } from "../../ui/part-later.tsx";

const WAITING = { waiting: () => <Loading rows={3} /> };
const Notifications = partLater(async () => (await import("./notifications-page.tsx")).NotificationsPage, WAITING);
const Security = partLater(async () => (await import("./security/security-page.tsx")).SecurityPage, WAITING);
const Members = partLater(async () => (await import("./members/members-page.tsx")).MembersPage, WAITING);
const Workspace = partLater(async () => (await import("./workspace-page.tsx")).WorkspacePage, WAITING);
const Balance = partLater(async () => (await import("./balance/balance-page.tsx")).BalancePage, WAITING);
const Privacy = partLater(async () => (await import("./privacy/privacy-page.tsx")).PrivacyPage, WAITING);
const Audit = partLater(async () => (await import("./audit/audit-page.tsx")).AuditPage, WAITING);
const Leads = partLater(async () => (await import("./leads-page.tsx")).LeadsPage, WAITING);
const Codes = partLater(async () => (await import("./codes-page.tsx")).CodesPage, WAITING);

const Speech = partLater(async () => (await import("./speech-page.tsx")).SpeechPage, WAITING);

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
