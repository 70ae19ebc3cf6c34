/** Which addresses of a site are read. Pure. */
const LONGEST_ADDRESS = 500;

/** One path with other parameters each time is one page that is shown in many ways. */
export const MOST_OF_A_PATH = 5;

const MOST_STEPS = 12;

const OTHER_THINGS =
  /\.(?:jpe?g|png|gif|webp|svg|ico|css|js|mjs|json|xml|rss|zip|gz|tar|exe|dmg|apk|mp[34]|wav|ogg|avi|mov|woff2?|ttf|docx?|xlsx?|pptx?)$/i;

/** One way to write it: without the place in the page, and without what only counts visitors; undefined: nothing that is asked for. */
export function addressOf(url: string): string | undefined {
  if (!URL.canParse(url) || url.length > LONGEST_ADDRESS) return undefined;
  const made = new URL(url);
  if (made.username !== "" || OTHER_THINGS.test(made.pathname)) return undefined;
  made.hash = "";
  for (const name of Array.from(made.searchParams.keys()))
    if (/^(?:utm_\w+|fbclid|gclid|sessionid|sid|phpsessid|jsessionid)$/i.test(name)) made.searchParams.delete(name);
  made.searchParams.sort();
  return made.href;
}

/** A path that repeats itself, or goes down for ever, was made by a mistake or to keep programs busy. */
export function isEndless({ pathname }: URL): boolean {
  const steps = pathname.split("/").filter((step) => step !== "");
  if (steps.length > MOST_STEPS) return true;
  const counts = new Map<string, number>();
  for (const step of steps) counts.set(step, (counts.get(step) ?? 0) + 1);
  return [...counts.values()].some((count) => count > 2);
}
