import type { AgentsDomain } from "../agents/index.ts";
import { newestSince, spokenCalls, type CallSearch, type CallStore } from "../calls/index.ts";
import type { Tenancy } from "../platform/database/tenancy.ts";
import type { CampaignsPort, KnowledgePort, TelephonyPort } from "./ports.ts";
import { noteTexts } from "./labels/store.ts";
import { createCallSearch } from "./search/call-search.ts";
import { createSearch, type Search } from "./search/search.ts";
import { createSearchStore } from "./search/store.ts";

/** More agents or numbers than these are not looked through. */
const MOST_NAMED = 2_000;

export interface SearchedDomains {
  agents: Pick<AgentsDomain, "names">;
  campaigns: Pick<CampaignsPort, "names">;
  knowledge: Pick<KnowledgePort, "names">;
  telephony: Pick<TelephonyPort, "numbers">;
}

export function openSearch(tenancy: Tenancy, { agents: named, campaigns, knowledge, telephony }: SearchedDomains): Search {
  const { numbers } = telephony;
  const agents = (workspaceId: string) => named.names(workspaceId, MOST_NAMED);
  return createSearch(createSearchStore(tenancy, newestSince), {
    agents: async (workspaceId) => (await agents(workspaceId)).map((agent) => ({ ...agent, note: "" })),
    numbers: async (workspaceId) => {
      const [held, answering] = await Promise.all([numbers.all(workspaceId, MOST_NAMED), agents(workspaceId)]);
      const names = new Map(answering.map(({ id, name }) => [id, name]));
      return held.map(({ number, agentId }) => ({ id: number, name: number, note: names.get(agentId ?? "") ?? "" }));
    },
    documents: (workspaceId) => knowledge.names(workspaceId, MOST_NAMED),
    batches: async (workspaceId) => (await campaigns.names(workspaceId, MOST_NAMED)).map((one) => ({ ...one, note: "" })),
    notes: async ({ id, workspaceId }, db = tenancy.of(workspaceId)) => (await noteTexts(db, workspaceId, [id])).get(id) ?? [],
    calls: (workspaceId, ids) => spokenCalls(tenancy.of(workspaceId), workspaceId, ids),
  });
}

/** Of a page of calls that were found; further ones are not looked through for the words. */
const MOST_NOTES_READ = 1_000;

export function openCallSearch(tenancy: Tenancy, store: CallStore, search: Search): CallSearch {
  return createCallSearch({
    store,
    search,
    notes: (workspaceId, ids) => noteTexts(tenancy.of(workspaceId), workspaceId, ids, MOST_NOTES_READ),
  });
}
