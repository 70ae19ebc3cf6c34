import type { EventKind } from "@ongea/contract";

/** Tells a workspace's people what happened to it. */
export type PublishEvent = (
  workspaceId: string,
  kind: EventKind & `${"member" | "workspace"}.${string}`,
  name: string,
) => Promise<void>;
