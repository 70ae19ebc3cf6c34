/** Twenty thousand requests made from the contract, right, broken and hostile: nothing fails, and every answer is as it was promised. */
import { firstAccount } from "../../e2e/account.ts";
import { askGenerated } from "../../e2e/requested-of-server.ts";
import type { Product } from "../whole/product.ts";
import { secondsSince } from "./load.ts";
import type { Outcome } from "./table.ts";

const SHOWN = 10;

export async function generatedRequests(product: Product, count: number): Promise<Outcome> {
  const seed = Date.now() % 1_000_000_000;
  const beganMs = performance.now();
  const { client, cookie } = await firstAccount(product);
  const { asked, statuses, faults } = await askGenerated({ url: product.url, client, credentials: { cookie }, count, seed });
  for (const fault of faults.slice(0, SHOWN)) console.log(`  ${fault}`);
  const counts = Object.entries(statuses).map(([status, times]) => `${times} × ${status}`);
  return {
    drill: `${count} generated requests (seed ${seed})`,
    done: `${asked} asked: ${counts.join(", ")}`,
    lost: `${faults.length} answered as nobody promised`,
    took: secondsSince(beganMs),
    isWell: faults.length === 0 && asked === count,
  };
}
