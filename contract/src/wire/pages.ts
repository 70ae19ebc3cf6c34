/** The addresses of the dashboard and the documentation: the page draws them, the server answers 404 to any other. */

export const SETTINGS_PAGES = [
  "profile",
  "language",
  "notifications",
  "security",
  "members",
  "workspace",
  "balance",
  "privacy",
  "audit",
  "leads",
  "codes",
  "speech",
] as const;
export type SettingsPage = (typeof SETTINGS_PAGES)[number];

/** Below /dashboard. */
export const DASHBOARD_PAGES = [
  "agent-setup",
  "agent-setup/:id",
  "live",
  "call-history",
  "call-history/:id",
  "analytics",
  "analytics/topics",
  "compliance",
  "compliance/consents",
  "contacts",
  "contacts/:id",
  "messages",
  "messages/after-calls",
  "messages/:id",
  "knowledge-base",
  "knowledge-base/:id",
  "batches",
  "batches/:id",
  "developers",
  "phone-numbers",
  "providers",
  "voices",
  "voice-lab",
  "activity",
  "settings/:page",
] as const;
export type DashboardPage = (typeof DASHBOARD_PAGES)[number];

/** Below /docs; what a guide or a subject is called is known to the documentation alone. */
const DOCS_PAGES = ["errors", "changes", "guides/:name", "api/:subject"] as const;

export function isDashboardPage(path: string): boolean {
  const [first, page, ...more] = partsOf(path);
  if (first === "settings") return more.length === 0 && (page === undefined || SETTINGS_PAGES.some((one) => one === page));
  return first === undefined || DASHBOARD_PAGES.some((pattern) => isLike(pattern, path));
}

export function isDocsPage(path: string): boolean {
  return partsOf(path).length === 0 || DOCS_PAGES.some((pattern) => isLike(pattern, path));
}

function isLike(pattern: string, path: string): boolean {
  const [wanted, given] = [partsOf(pattern), partsOf(path)];
  return wanted.length === given.length && wanted.every((part, at) => part.startsWith(":") || part === given[at]);
}

function partsOf(path: string): string[] {
  return path.split("/").filter((part) => part !== "");
}
