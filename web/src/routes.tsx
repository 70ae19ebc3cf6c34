/** Every address, once. Each screen is fetched when somebody goes there. */
import type { DashboardPage } from "@ongea/contract";
import type { QueryClient } from "@tanstack/react-query";
import { type ComponentType, use } from "react";
import { matchPath, Navigate, Route, Routes, useLocation } from "react-router";
import { paths } from "./paths.ts";
import { WHO } from "./shell/me.tsx";
import { LEGACY_PATHS } from "./shell/screens.ts";
import { NotFound } from "./shell/not-found.tsx";
import { Shell } from "./shell/shell.tsx";
import { type FurtherArea, type GrowingWords, useAreas } from "./words/index.ts";

const home = () => import("./dashboard/home/home.tsx");
const Home = later(async () => (await home()).Home);

const callHistory = later(
  async () => (await import("./dashboard/call-history/call-history.tsx")).CallHistory,
  ["contacts", "history", "topics"],
);
const callPage = later(
  async () => (await import("./dashboard/call-history/call-page.tsx")).CallPage,
  ["contacts", "history", "live", "refusals", "topics"],
);
const live = later(async () => (await import("./dashboard/live/live.tsx")).Live, ["history", "live", "refusals"]);
const analytics = later(
  async () => (await import("./dashboard/analytics/analytics.tsx")).Analytics,
  ["analytics", "history", "topics"],
);
const topics = later(
  async () => (await import("./dashboard/analytics/topics/topics.tsx")).Topics,
  ["analytics", "knowledge", "topics"],
);
const compliance = later(async () => (await import("./dashboard/compliance/compliance.tsx")).Compliance, ["compliance"]);
const consents = later(async () => (await import("./dashboard/compliance/consents.tsx")).Consents, ["compliance", "consents"]);
const contacts = later(async () => (await import("./dashboard/contacts/contacts.tsx")).Contacts, ["contacts"]);
const contactPage = later(
  async () => (await import("./dashboard/contacts/contact-page.tsx")).ContactPage,
  ["consents", "contacts", "history", "messages", "refusals"],
);
const messages = later(async () => (await import("./dashboard/messages/messages.tsx")).Messages, ["messages", "refusals"]);
const threadPage = later(
  async () => (await import("./dashboard/messages/thread-page.tsx")).ThreadPage,
  ["compliance", "messages", "refusals", "topics"],
);
const afterCalls = later(
  async () => (await import("./dashboard/messages/after-calls.tsx")).AfterCalls,
  ["batches", "messages", "tools"],
);
const agentSetup = later(
  async () => (await import("./dashboard/agent-setup/agent-setup.tsx")).AgentSetup,
  ["agents", "tools", "voices"],
);
const knowledge = later(async () => (await import("./dashboard/knowledge/knowledge.tsx")).Knowledge, ["knowledge"]);
const knowledgeItem = later(
  async () => (await import("./dashboard/knowledge/item-page.tsx")).KnowledgeItemPage,
  ["knowledge", "refusals"],
);
const batches = later(
  async () => (await import("./dashboard/batches/batches.tsx")).Batches,
  ["batches", "messages", "refusals", "tools"],
);
const batchPage = later(
  async () => (await import("./dashboard/batches/batch-page.tsx")).BatchPage,
  ["batches", "messages", "refusals", "tools"],
);
const developers = later(async () => (await import("./dashboard/developers/developers.tsx")).Developers, ["developers"]);
const phoneNumbers = later(async () => (await import("./dashboard/phone-numbers/phone-numbers.tsx")).PhoneNumbers, ["numbers"]);
const providers = later(async () => (await import("./dashboard/providers/providers.tsx")).Providers, ["providers"]);
const voices = later(async () => (await import("./dashboard/voices/voices.tsx")).Voices, ["voices"]);
const voiceLab = later(async () => (await import("./dashboard/voice-lab/voice-lab.tsx")).VoiceLab, ["lab", "voices"]);
const activity = later(async () => (await import("./dashboard/activity/activity.tsx")).Activity);
const settings = later(
  async () => (await import("./dashboard/settings/settings.tsx")).Settings,
  ["access", "refusals", "settings"],
);
const docs = later(async () => (await import("./docs/docs.tsx")).Docs, ["docs"]);
const playground = later(async () => (await import("./playground/playground.tsx")).Playground, ["docs", "history", "playground"]);
const signIn = later(async () => (await import("./access/sign-in.tsx")).SignIn, ["access"]);
const signUp = later(async () => (await import("./access/sign-up.tsx")).SignUp, ["access"]);
const resetPassword = later(async () => (await import("./access/reset-password.tsx")).ResetPassword, ["access"]);
const unsubscribe = later(async () => (await import("./access/unsubscribe.tsx")).Unsubscribe, ["access"]);
const join = later(async () => (await import("./access/join.tsx")).Join, ["access"]);

/** Below /dashboard, in its frame. */
const IN_FRAME: Readonly<Record<DashboardPage, Later>> = {
  "agent-setup": agentSetup,
  "agent-setup/:id": agentSetup,
  live,
  "call-history": callHistory,
  "call-history/:id": callPage,
  analytics,
  "analytics/topics": topics,
  compliance,
  "compliance/consents": consents,
  contacts,
  "contacts/:id": contactPage,
  messages,
  "messages/after-calls": afterCalls,
  "messages/:id": threadPage,
  "knowledge-base": knowledge,
  "knowledge-base/:id": knowledgeItem,
  batches,
  "batches/:id": batchPage,
  developers,
  "phone-numbers": phoneNumbers,
  providers,
  voices,
  "voice-lab": voiceLab,
  activity,
  "settings/:page": settings,
};
const BY_THEMSELVES: Readonly<Record<string, Later>> = {
  [`${paths.docs}/*`]: docs,
  [paths.signIn]: signIn,
  [paths.signUp]: signUp,
  [paths.resetPassword]: resetPassword,
  [paths.join]: join,
  [paths.unsubscribe]: unsubscribe,
};

export function Screens(): React.ReactNode {
  return (
    <Routes>
      <Route path="/" element={<Navigate replace to="/dashboard" />} />
      {LEGACY_PATHS.map((path) => (
        <Route key={path} path={path} element={<Moved />} />
      ))}
      {/* One frame for all of them: the call that it holds goes on from screen to screen. */}
      <Route element={<Shell />}>
        <Route path="/dashboard">
          <Route index element={<Home />} />
          {routesOf(IN_FRAME)}
          <Route path="settings" element={<Navigate replace to={paths.settings()} />} />
          <Route path="*" element={<NotFound />} />
        </Route>
        <Route path={paths.playground} Component={playground} />
      </Route>
      {routesOf(BY_THEMSELVES)}
    </Routes>
  );
}

function routesOf(screens: Readonly<Record<string, Later>>): React.ReactNode {
  return Object.entries(screens).map(([path, Screen]) => <Route key={path} path={path} element={<Screen />} />);
}

/** An old short address: the history keeps the new one only. */
function Moved(): React.ReactNode {
  const { pathname, search, hash } = useLocation();
  return <Navigate replace to={`/dashboard${pathname}${search}${hash}`} />;
}

interface First {
  queries: QueryClient;
  words: Promise<GrowingWords>;
}

/**
 * The screen that is asked for comes along with the program instead of after the question who somebody is; the home, which most people open
 * first, with what it asks.
 */
export async function fetchFirstScreen(pathname: string, { queries, words }: First): Promise<void> {
  if (/^\/dashboard\/?$/.test(pathname)) {
    await Promise.all([Home.fetch(), queries.fetchQuery(WHO)]);
    await (await home()).askAll(queries);
    return;
  }
  const all = [
    ...Object.entries(IN_FRAME).map(([path, one]) => [`/dashboard/${path}`, one] as const),
    ...Object.entries({ ...BY_THEMSELVES, [paths.playground]: playground }),
  ];
  const Screen = all.find(([path]) => matchPath(path, pathname))?.[1];
  if (Screen) await Promise.all([Screen.fetch(), words.then((read) => read.bring(Screen.areas))]);
}

interface Later {
  (): React.ReactNode;
  readonly areas: readonly FurtherArea[];
  fetch(): Promise<void>;
}

/**
 * A screen that is fetched when somebody goes there, and at the same time the areas of sentences that it says beside everybody's; drawn
 * without waiting when both have come before. One that cannot be had fails once and stays failed until the page is loaded again: asking anew
 * in each attempt to draw it would never end.
 */
function later(load: () => Promise<ComponentType>, areas: readonly FurtherArea[] = []): Later {
  let Loaded: ComponentType | undefined;
  let loading: Promise<void> | undefined;
  const fetch = (): Promise<void> => {
    loading ??= load().then((screen) => {
      Loaded = screen;
    });
    return loading;
  };
  // Each waits for one promise only: React tells two of one component apart by their order, which changes once the first has come.
  function Drawn(): React.ReactNode {
    if (!Loaded) use(fetch());
    return Loaded && <Loaded />;
  }
  function Screen(): React.ReactNode {
    // Fails where it is drawn.
    if (!Loaded) fetch().catch(() => undefined);
    useAreas(areas);
    return <Drawn />;
  }
  return Object.assign(Screen, { fetch, areas });
}
