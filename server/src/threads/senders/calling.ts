/** Senders that can call people, by the numbers that people know them by. */
import { parsePhoneNumber, type PhoneNumber } from "../../platform/phone-number/phone-number.ts";
import type { CallingSender } from "../../telephony/index.ts";
import type { Senders } from "./senders.ts";
import type { SenderRow } from "./store.ts";

export function callingSenderBy({ all, channelOf }: Pick<Senders, "all" | "channelOf">) {
  return async (workspaceId: string, number: string): Promise<CallingSender | undefined> => {
    const row = (await all(workspaceId)).find((one) => numberOf(one) === number);
    return row && callingSender(row, channelOf);
  };
}

/** Undefined: it cannot call, or its account is not connected. */
export async function callingSender(row: SenderRow, channelOf: Senders["channelOf"]): Promise<CallingSender | undefined> {
  const { id, workspaceId } = row;
  const number = numberOf(row);
  const api = number && (await channelOf(row))?.calls;
  return api && { id, workspaceId, number, api };
}

/** Meta writes it with its code and blanks: `+254 700 000001`. */
function numberOf({ provider, label }: SenderRow): PhoneNumber | undefined {
  return provider === "whatsapp" ? parsePhoneNumber(`+${label.replaceAll(/\D/g, "")}`) : undefined;
}
