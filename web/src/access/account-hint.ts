/** This browser has signed in with an account before: then it is asked to sign in again, and not for a demo. It proves nothing. */

const KEY = "hasAccount";

export function hasAccount(): boolean {
  try {
    return localStorage.getItem(KEY) === "yes";
  } catch {
    return false;
  }
}

export function rememberAccount(): void {
  try {
    localStorage.setItem(KEY, "yes");
  } catch {
    // A browser that keeps nothing works as well.
  }
}
