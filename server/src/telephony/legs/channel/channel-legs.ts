/** Calls that this server places on messaging channels, and what their providers post of them, at whichever server it arrives. */
import type { Actor } from "../../../accounts/index.ts";
import type { CallSignal, ChannelCallReport, ChannelCalls } from "../../../contacts/index.ts";
import { pause } from "../../../platform/async/pause.ts";
import { Refusal } from "../../../platform/http/refuse.ts";
import type { Log } from "../../../platform/log/log.ts";
import type { PhoneNumber } from "../../../platform/phone-number/phone-number.ts";
import { ChannelLeg } from "./channel-leg.ts";

/** Who calls. */
export interface CallingSender {
  id: string;
  workspaceId: string;
  number: PhoneNumber;
  api: ChannelCalls;
}

export type PlacedCallSignal = Extract<CallSignal, { kind: "placed" }>;

export interface ChannelLegs {
  open(sender: CallingSender, callId: string): ChannelLeg;
  /** Told of a call of this server, or of another one. Unknown calls are left alone. */
  told(sender: Pick<CallingSender, "id" | "workspaceId">, signal: PlacedCallSignal): void;
  /** Of a call that this server carries. */
  toldHere(workspaceId: string, callId: string, told: ChannelCallReport): void;
}

export interface ChannelLegsParts {
  /** Tells the server that carries it. */
  tellOwner(actor: Actor, callId: string, told: ChannelCallReport): Promise<void>;
  log: Pick<Log, "info" | "warn">;
  pause?: typeof pause;
}

/** What is over is still told of. */
const FORGET_MS = 60_000;

export function createChannelLegs({ tellOwner, log, pause: wait = pause }: ChannelLegsParts): ChannelLegs {
  const legs = new Map<string, { leg: ChannelLeg; sender: CallingSender }>();

  const toldHere: ChannelLegs["toldHere"] = (workspaceId, callId, { senderId, ref, news }) => {
    const found = legs.get(callId);
    if (found && found.sender.workspaceId === workspaceId && found.sender.id === senderId) found.leg.told(ref, news);
  };

  return {
    open(sender, callId) {
      const leg = new ChannelLeg({ callId, api: sender.api, log, pause: wait });
      legs.set(callId, { leg, sender });
      void leg.ended.then(() => setTimeout(() => legs.delete(callId), FORGET_MS).unref());
      return leg;
    },
    toldHere,
    told({ id: senderId, workspaceId }, { ref, callId, news }) {
      if (callId === undefined) return log.info({ senderId }, "A channel tells of a call without our name for it");
      const told = { senderId, ref, news };
      if (legs.has(callId)) return toldHere(workspaceId, callId, told);
      const actor: Actor = { workspaceId, kind: "operator", id: "channel", name: "channel" };
      tellOwner(actor, callId, told).catch((error: unknown) => {
        if (!(error instanceof Refusal)) log.warn({ err: error, callId }, "Another server was not told of a call of a channel");
      });
    },
  };
}
