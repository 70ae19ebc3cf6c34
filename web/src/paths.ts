/** The dashboard's addresses. */
export const paths = {
  home: "/dashboard",
  history: "/dashboard/call-history",
  call: (id: string) => `/dashboard/call-history/${id}`,
  callsOf: (agentId: string) => `/dashboard/call-history?agent=${agentId}`,
  activity: "/dashboard/activity",
  settings: (page: SettingsPage = "profile") => `/dashboard/settings/${page}`,
  signIn: "/sign-in",
  signUp: "/sign-up",
  resetPassword: "/reset-password",
  join: "/join",
  /** Of the public site. */
  requestDemo: "/request-demo",
  verifyInvite: "/verify-invite",
} as const;

export const SETTINGS_PAGES = ["profile", "language", "security", "members", "workspace", "audit", "codes"] as const;
export type SettingsPage = (typeof SETTINGS_PAGES)[number];
