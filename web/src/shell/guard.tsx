/**
 * Nobody comes past without a session. What the browser remembers of its visitor decides only where they are sent: to the form, to the
 * invitation code, or to sign in; the place that they asked for goes along.
 */
import { Refused } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { Navigate, useLocation } from "react-router";
import { hasAccount } from "../access/account-hint.ts";
import { readLeadData } from "../lead-data.ts";
import { paths, sitePath } from "../paths.ts";
import { withReturnPath } from "../return-path.ts";
import { useLanguage, usePreferredLanguage } from "../words/index.ts";
import { MeContext, WHO } from "./me.tsx";
import { Unreached } from "./unreached.tsx";

const ASK_AGAIN_MS = 3_000;

export function Guard({ children, waiting }: { children: React.ReactNode; waiting: React.ReactNode }): React.ReactNode {
  const me = useQuery({
    ...WHO,
    retry: false,
    refetchInterval: ({ state }) => (state.status === "error" && !isNobody(state.error) ? ASK_AGAIN_MS : false),
  });
  usePreferredLanguage(me.data?.preferences.language);
  if (me.isError && isNobody(me.error)) return <SentAway />;
  if (me.data) return <MeContext value={me.data}>{children}</MeContext>;
  return me.isError ? <Unreached /> : waiting;
}

export function isNobody(error: unknown): boolean {
  return error instanceof Refused && error.status === 401;
}

function SentAway(): React.ReactNode {
  const { pathname, search, hash } = useLocation();
  const { language } = useLanguage();
  const { submitted } = readLeadData();
  const to = pathname + search + hash;
  if (hasAccount()) return <Navigate replace to={withReturnPath(paths.signIn, to)} />;
  return <ToSite address={withReturnPath(sitePath(submitted === true ? "verify-invite" : "request-demo", language), to)} />;
}

/** The site's pages are documents of their own. */
function ToSite({ address }: { address: string }): React.ReactNode {
  useEffect(() => {
    location.replace(address);
  }, [address]);
  return null;
}
