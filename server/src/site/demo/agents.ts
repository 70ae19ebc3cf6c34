/** The documents of a demo workspace's twelve agents. Pure. */
import type { AgentDocument } from "@ongea/contract";
import { COUNTRIES, numberIn } from "./countries.ts";
import type { DemoAgent } from "./calls.ts";
import { randomOf } from "./random.ts";
import { ORGANISATIONS } from "./stories/index.ts";

export interface FreshAgent extends DemoAgent {
  document: AgentDocument;
  createdAt: Date;
}

/** They were made one after the other before the first call. */
export function makeAgents(workspaceId: string, now: Date): FreshAgent[] {
  const random = randomOf(`${workspaceId}/agents`);
  return ORGANISATIONS.map((organisation, index) => ({
    id: random.uuid(),
    name: organisation.agent,
    number: numberIn(COUNTRIES[organisation.country], random),
    document: organisation.document,
    createdAt: new Date(now.getTime() - 33 * 86_400_000 + index * 7_400_000),
  }));
}
