import { conversationOf } from "@ongea/contract";
import type { StoredAgent } from "../../agents/index.ts";
import type { Calls } from "../../calls/index.ts";

const NO_LIMIT = -1;

/** It answers as many callers at a time as its document says, the one that rings now among them. */
export function isFull({ id, document }: StoredAgent, calls: Pick<Calls, "inboundOf">): boolean {
  const { inbound_limit: limit = NO_LIMIT } = conversationOf(document).task_config;
  return limit !== NO_LIMIT && calls.inboundOf(id) > limit;
}
