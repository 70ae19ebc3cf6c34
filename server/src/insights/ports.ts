/** What insights are given of domains that they do not know: names, counts, and where calls reach the server. */
import type { EvidenceRoutesParts } from "./exports/evidence-routes.ts";
import type { ExportParts } from "./exports/export-route.ts";
import type { LiveBoardParts } from "./live-board/routes.ts";
import type { TextModels } from "./topics/meaning/meanings.ts";

interface Named {
  id: string;
  name: string;
}

/** The newest first. */
type Names<Thing extends Named> = (workspaceId: string, most: number) => Promise<readonly Thing[]>;

export interface CampaignsPort
  extends Pick<LiveBoardParts, "waiting">, Pick<ExportParts, "reached">, Pick<EvidenceRoutesParts, "batchId"> {
  names: Names<Named>;
  messages: Pick<EvidenceRoutesParts, "decisions">;
}

export interface KnowledgePort {
  textModels: TextModels;
  names: Names<Named & { note: string }>;
}

export interface TelephonyPort {
  readonly sip: { port: number };
  /** Of ours, as a peer at this address reaches it. */
  addressTowards(remoteHost: string): string;
  numbers: {
    /** In order. */
    all(workspaceId: string, most: number): Promise<readonly { number: string; agentId: string | null }[]>;
    /** Not counting those of the installation. */
    ownsAny(workspaceId: string): Promise<boolean>;
  };
}
