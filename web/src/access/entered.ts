import { paths } from "../paths.ts";
import { wantedPlace } from "../wanted-place.ts";
import { rememberAccount } from "./account-hint.ts";

/** Signed in: the page begins anew at the place that was asked for, and going back does not lead to the form. */
export function entered(): void {
  rememberAccount();
  const { search } = location;
  const token = new URLSearchParams(search).get("join");
  location.replace(token === null ? wantedPlace(search) : `${paths.join}?token=${encodeURIComponent(token)}`);
}
