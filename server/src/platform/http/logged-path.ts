/** An address for the log: without its query, and without what looks like a key or a token. People send those to wrong addresses, too. */
export function loggedPath(url: string): string {
  return url
    .replace(/[?#].*$/s, "")
    .replaceAll(/[\w-]{32,}/g, "…")
    .slice(0, 300);
}
