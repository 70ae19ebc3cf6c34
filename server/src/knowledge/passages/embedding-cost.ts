import { costOfUsage, type Prices } from "@ongea/providers";
import type { StoredItem } from "./store.ts";

type Choice = Pick<StoredItem, "embedding" | "embeddingService" | "embeddingModel">;

/** What a service charges for these tokens, in US dollars; 0 on this machine, null: nobody knows. */
export function embeddingCost(choice: Choice, tokens: number, prices: Pick<Prices, "priceFor">): number | null {
  if (choice.embedding !== "connected") return 0;
  const price = prices.priceFor("embed", `${choice.embeddingService ?? ""} ${choice.embeddingModel ?? ""}`);
  return price ? costOfUsage(price, { tokensIn: tokens }) : null;
}
