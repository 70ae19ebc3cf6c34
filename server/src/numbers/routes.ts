import { createHash } from "node:crypto";
import { listPhoneNumbers } from "@ongea/contract";
import { ago } from "../platform/http/ago.ts";
import type { Http } from "../platform/http/http.ts";
import { serve } from "../platform/http/serve.ts";
import type { Numbers } from "./numbers.ts";

export function numberRoutes(app: Http, numbers: Pick<Numbers, "held">): void {
  serve(app, listPhoneNumbers, async (_, { asker }) => {
    const held = await numbers.held(asker.workspaceId);
    return held.map(({ number, agentId, createdAt }) => ({
      // Clients want one of 32 digits; a number is its own name here.
      id: createHash("md5").update(number).digest("hex"),
      phone_number: number,
      agent_id: agentId,
      telephony_provider: "sip-trunk",
      rented: true,
      humanized_created_at: ago(createdAt.toISOString(), Date.now()),
      created_at: createdAt.toISOString(),
    }));
  });
}
