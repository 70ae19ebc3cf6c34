/** Calls that browsers are about to begin. */
import type { CallSettings } from "@ongea/contract";
import type { AgentAt } from "../../agents/index.ts";
import { refuse } from "../../platform/http/refuse.ts";
import type { RunningCall } from "../../calls/index.ts";

/** Prepared and not begun, of one asker: a page that is opened again and again leaves some behind for a minute. */
const MOST_PREPARED = 8;

interface Prepared {
  /** Throws `call.too_many` before it begins anything where the asker has as many as one may; those that are being begun are counted. */
  begin(order: PreparedOrder, begin: () => Promise<RunningCall>): Promise<RunningCall>;
  orderOf(call: RunningCall): PreparedOrder | undefined;
  drop(call: RunningCall): void;
}

interface PreparedOrder {
  by: string;
  settings: CallSettings | undefined;
  at: AgentAt;
}

export function createPrepared(): Prepared {
  const prepared = new Map<RunningCall, PreparedOrder>();
  /** Askers of whom a call is being begun, each as often as one is. */
  const beginning: string[] = [];
  const waitingOf = (principal: string): number =>
    [...prepared].filter(([call, { by }]) => by === principal && call.isRinging).length +
    beginning.filter((by) => by === principal).length;
  return {
    async begin(order, begin) {
      if (waitingOf(order.by) >= MOST_PREPARED) throw refuse("call.too_many");
      beginning.push(order.by);
      try {
        const call = await begin();
        prepared.set(call, order);
        return call;
      } finally {
        beginning.splice(beginning.indexOf(order.by), 1);
      }
    },
    orderOf: (call) => prepared.get(call),
    drop: (call) => void prepared.delete(call),
  };
}
