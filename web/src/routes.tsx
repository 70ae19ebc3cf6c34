/** Every address, once. Each screen is fetched when somebody goes there. */
import type { QueryClient } from "@tanstack/react-query";
import { type ComponentType, use } from "react";
import { Navigate, Route, Routes, useLocation } from "react-router";
import { paths } from "./paths.ts";
import { WHO } from "./shell/me.tsx";
import { LEGACY_PATHS } from "./shell/screens.ts";
import { NotFound } from "./shell/not-found.tsx";
import { Shell } from "./shell/shell.tsx";

const home = () => import("./dashboard/home/home.tsx");
const Home = later(async () => (await home()).Home);
const CallHistory = later(async () => (await import("./dashboard/call-history/call-history.tsx")).CallHistory);
const CallPage = later(async () => (await import("./dashboard/call-history/call-page.tsx")).CallPage);
const AgentSetup = later(async () => (await import("./dashboard/agent-setup/agent-setup.tsx")).AgentSetup);
const Knowledge = later(async () => (await import("./dashboard/knowledge/knowledge.tsx")).Knowledge);
const Activity = later(async () => (await import("./dashboard/activity/activity.tsx")).Activity);
const Settings = later(async () => (await import("./dashboard/settings/settings.tsx")).Settings);
const SignIn = later(async () => (await import("./access/sign-in.tsx")).SignIn);
const SignUp = later(async () => (await import("./access/sign-up.tsx")).SignUp);
const ResetPassword = later(async () => (await import("./access/reset-password.tsx")).ResetPassword);
const Join = later(async () => (await import("./access/join.tsx")).Join);

export function Screens(): React.ReactNode {
  return (
    <Routes>
      <Route path="/" element={<Navigate replace to="/dashboard" />} />
      {LEGACY_PATHS.map((path) => (
        <Route key={path} path={path} element={<Moved />} />
      ))}
      <Route path="/dashboard" element={<Shell />}>
        <Route index element={<Home />} />
        <Route path="agent-setup" element={<AgentSetup />} />
        <Route path="agent-setup/:id" element={<AgentSetup />} />
        <Route path="call-history" element={<CallHistory />} />
        <Route path="call-history/:id" element={<CallPage />} />
        <Route path="knowledge-base" element={<Knowledge />} />
        <Route path="activity" element={<Activity />} />
        <Route path="settings" element={<Navigate replace to={paths.settings()} />} />
        <Route path="settings/:page" element={<Settings />} />
        <Route path="*" element={<NotFound />} />
      </Route>
      <Route path={paths.signIn} element={<SignIn />} />
      <Route path={paths.signUp} element={<SignUp />} />
      <Route path={paths.resetPassword} element={<ResetPassword />} />
      <Route path={paths.join} element={<Join />} />
    </Routes>
  );
}

/** An old short address: the history keeps the new one only. */
function Moved(): React.ReactNode {
  const { pathname, search, hash } = useLocation();
  return <Navigate replace to={`/dashboard${pathname}${search}${hash}`} />;
}

/** The screen that most people open first, and what it asks, come along with the program instead of after the question who they are. */
export async function fetchFirstScreen(pathname: string, queries: QueryClient): Promise<void> {
  if (!/^\/dashboard\/?$/.test(pathname)) return;
  await Promise.all([Home.fetch(), queries.fetchQuery(WHO)]);
  await (await home()).askAll(queries);
}

interface Later {
  (): React.ReactNode;
  fetch(): Promise<void>;
}

/**
 * A screen that is fetched when somebody goes there, and drawn without waiting when it has come before. One that cannot be had fails once
 * and stays failed until the page is loaded again: asking anew in each attempt to draw it would never end.
 */
function later(load: () => Promise<ComponentType>): Later {
  let Loaded: ComponentType | undefined;
  let loading: Promise<void> | undefined;
  const fetch = (): Promise<void> => {
    loading ??= load().then((screen) => {
      Loaded = screen;
    });
    return loading;
  };
  function Screen(): React.ReactNode {
    if (!Loaded) use(fetch());
    return Loaded && <Loaded />;
  }
  return Object.assign(Screen, { fetch });
}
