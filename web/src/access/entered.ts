import { paths } from "../paths.ts";
import { returnPath } from "../return-path.ts";
import { rememberAccount } from "./account-hint.ts";

/**
 * Signed in: the page begins anew at the place that was asked for, and going back does not lead to the form. `?claim=demo` takes the
 * visitor's demo workspace along (the shell does that), `?join=…` goes on to an invitation.
 */
export function entered(): void {
  rememberAccount();
  const { search } = location;
  const asked = new URLSearchParams(search);
  const token = asked.get("join");
  if (token !== null) location.replace(`${paths.join}?token=${encodeURIComponent(token)}`);
  else location.replace(asked.get("claim") === "demo" ? `${paths.home}?claim=demo` : returnPath(search));
}
