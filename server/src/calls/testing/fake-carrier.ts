/** A telephone company without a network: its answers are held, its streams come when they are told to. */
import { carrierWords } from "@ongea/channels/testing";
import type { CarrierAccount } from "../../telephony/carriers/account.ts";
import type { CarrierEvent } from "../../telephony/carriers/webhooks.ts";
import type { RentedNumber } from "../../telephony/numbers/store.ts";
import type { CarrierLeg } from "../../telephony/legs/carrier-leg.ts";
import { createCarrierLegs, type CarrierLegs } from "../../telephony/legs/carrier-legs.ts";
import type { PendingAnswers } from "./pending-answers.ts";

export interface FakeCarrier {
  readonly account: CarrierAccount;
  readonly legs: CarrierLegs;
  readonly number: string;
  /** Calls go out by it. */
  isAsked: boolean;
  readonly opened: readonly CarrierLeg[];
  numberOf(agentId: string): RentedNumber;
  told(news: CarrierEvent["news"]): CarrierEvent;
  /** The person answers: the stream comes. */
  answer(): void;
  leave(end: { by: "remote" | "network"; sipCause: number }): void;
}

const REF = "CA00112233445566778899aabbccddeeff";
const ID = "account-1";

export function fakeCarrier(held: PendingAnswers, workspaceId: string): FakeCarrier {
  const all = createCarrierLegs({ publicUrl: "https://ongea.example", log: { warn: () => undefined } });
  const opened: CarrierLeg[] = [];
  const number = "+17185550123";
  const told: FakeCarrier["told"] = (news) => ({ callRef: REF, account: ID, from: "+254711000001", to: number, news });
  const account = {
    carrier: "twilio",
    workspaceId,
    id: ID,
    secret: "s",
    place: () => held.hold(REF),
    hangUp: async () => undefined,
  } as unknown as CarrierAccount;
  const open = (of: CarrierAccount): CarrierLeg => {
    const leg = all.open(of);
    opened.push(leg);
    return leg;
  };
  return {
    account,
    number,
    isAsked: false,
    opened,
    legs: { ...all, open },
    told,
    numberOf: (agentId) => ({
      number,
      agentId,
      createdAt: new Date(0),
      updatedAt: new Date(0),
      trunkId: null,
      missedCall: null,
      name: "",
      account: { carrier: "twilio", ref: "PN", price: undefined },
    }),
    answer() {
      const words = carrierWords("twilio");
      const socket = { send: () => undefined, close: () => undefined };
      for (const { token } of opened) all.streams("twilio", words.start({ token, callRef: REF, account: ID }), socket);
    },
    leave({ by, sipCause }) {
      for (const leg of opened) {
        if (leg.isStreaming && !leg.isOver) leg.closed(by === "network");
        leg.told(told({ kind: "over", sipCause }));
      }
    },
  };
}
