/** What a file would send, before anything is stored: the first messages as they are read, what is left out, parts, cost and time. */
import type { Answer, previewBatchMessages } from "@ongea/contract";
import { multiply, toMinor } from "../../../platform/money/money.ts";
import type { ContactRows } from "../contacts-csv.ts";
import type { MessageChannel, MessageOrder } from "./message-channel.ts";
import { fillRows } from "./rows.ts";

export interface MessagePreviewParts {
  channel: Pick<MessageChannel, "prepare" | "priceOfSegment">;
  /** ISO 3166: of these numbers' countries those whose people must have agreed before. */
  consentNeeded(workspaceId: string, numbers: readonly string[]): Promise<string[]>;
  perSecond: number;
}

const SHOWN_MESSAGES = 20;
const SHOWN_REFUSED = 500;

type Preview = Answer<typeof previewBatchMessages>;

export function createMessagePreview({ channel, consentNeeded, perSecond }: MessagePreviewParts) {
  return async (order: MessageOrder, file: AsyncIterable<ContactRows>): Promise<Preview> => {
    const { workspaceId } = order;
    const prepared = await channel.prepare(order);
    const shown: Pick<Preview, "columns" | "messages" | "refused"> = { columns: [], messages: [], refused: [] };
    const numbers: string[] = [];
    let [segments, refusedCount] = [0, 0];
    for await (const { columns, contacts, refused } of fillRows(file, prepared)) {
      shown.columns = [...columns];
      for (const { line, number, text, segments: parts } of contacts) {
        numbers.push(number);
        segments += parts;
        if (shown.messages.length < SHOWN_MESSAGES) shown.messages.push({ line, number, text, segments: parts });
      }
      for (const { column = null, ...row } of refused.slice(0, SHOWN_REFUSED - shown.refused.length))
        shown.refused.push({ ...row, column });
      refusedCount += refused.length;
    }
    const price = await channel.priceOfSegment(workspaceId);
    const cost = price && multiply(price, segments);
    return {
      ...shown,
      valid_contacts: numbers.length,
      total_contacts: numbers.length + refusedCount,
      refused_count: refusedCount,
      segments,
      cost: cost ? { currency: cost.currency, amount: toMinor(cost) } : null,
      seconds: Math.ceil(numbers.length / perSecond),
      consent_needed: await consentNeeded(workspaceId, numbers),
    };
  };
}
