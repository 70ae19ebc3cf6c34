/** The dashboard's addresses. */
import type { SettingsPage } from "@ongea/contract";

export const paths = {
  home: "/dashboard",
  live: "/dashboard/live",
  history: "/dashboard/call-history",
  call: (id: string) => `/dashboard/call-history/${id}`,
  callsOf: (agentId: string) => `/dashboard/call-history?agent=${agentId}`,
  analytics: "/dashboard/analytics",
  topics: "/dashboard/analytics/topics",
  agents: "/dashboard/agent-setup",
  agent: (id: string) => `/dashboard/agent-setup/${id}`,
  testOf: (agentId: string, callId: string) => `/dashboard/agent-setup/${agentId}?tab=tests&call=${callId}`,
  newAgent: (template?: string) => `/dashboard/agent-setup/new${template === undefined ? "" : `?template=${template}`}`,
  connect: (provider: string) => `/dashboard/providers?connect=${provider}`,
  compliance: "/dashboard/compliance",
  consents: "/dashboard/compliance/consents",
  contacts: "/dashboard/contacts",
  /** Whoever has this number. */
  contactOf: (number: string) => `/dashboard/contacts?q=${encodeURIComponent(number)}`,
  contact: (id: string) => `/dashboard/contacts/${id}`,
  messages: "/dashboard/messages",
  senders: "/dashboard/messages?sms",
  afterCalls: "/dashboard/messages/after-calls",
  thread: (id: string) => `/dashboard/messages/${id}`,
  numbers: "/dashboard/phone-numbers",
  knowledge: "/dashboard/knowledge-base",
  /** Its passages; those that contain some words. */
  knowledgeItem: (id: string, search = "") =>
    `/dashboard/knowledge-base/${id}${search === "" ? "" : `?search=${encodeURIComponent(search)}`}`,
  addKnowledge: (agentId: string) => `/dashboard/knowledge-base?open=add&agent=${agentId}`,
  batches: "/dashboard/batches",
  batch: (id: string) => `/dashboard/batches/${id}`,
  voices: "/dashboard/voices",
  lab: (tab: string) => `/dashboard/voice-lab?tab=${tab}`,
  developers: "/dashboard/developers",
  rules: "/dashboard/settings/workspace#rules",
  activity: "/dashboard/activity",
  settings: (page: SettingsPage = "profile") => `/dashboard/settings/${page}`,
  docs: "/docs",
  playground: "/playground",
  eventsOf: (callId: string) => `/playground?call=${callId}`,
  signIn: "/sign-in",
  signUp: "/sign-up",
  resetPassword: "/reset-password",
  join: "/join",
  unsubscribe: "/unsubscribe",
} as const;

/** A page of the public site, in the language that is in use here: English stands at its root. */
export function sitePath(page: "request-demo" | "terms" | "verify-invite", language: string): string {
  return language === "en" ? `/${page}` : `/${language}/${page}`;
}
