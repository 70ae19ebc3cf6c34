/** Where somebody wanted to go before they had to say who they are: it travels along as `?to=`. Only places in its frame count. */

const HOME = "/dashboard";
const LONGEST = 2_000;

export function returnPath(search: string): string {
  const to = new URLSearchParams(search).get("to") ?? "";
  return isPlace(to) ? to : HOME;
}

/** `path` with the wanted place along, as it came or as it is given. */
export function withReturnPath(path: string, to: string): string {
  return isPlace(to) && to !== HOME ? `${path}?to=${encodeURIComponent(to)}` : path;
}

function isPlace(to: string): boolean {
  return to.length <= LONGEST && /^\/(?:dashboard|playground)(?:[/?#]|$)/.test(to) && !to.includes("\\");
}
