import type { FastifyReply } from "fastify";
import type { Audit, Deed } from "../audit/index.ts";
import type { Asker } from "../../platform/http/authorise.ts";

export interface SelfAct {
  audit: Audit;
  asker: Asker;
  reply: FastifyReply;
}

/** What somebody does to their own account, and its entry, in one transaction; a browser keeps no cookie of what was undone. */
export async function actOnSelf<T>({ audit, asker, reply }: SelfAct, deed: Deed, work: () => Promise<T>): Promise<T> {
  try {
    return await audit.actEverywhere(asker, async (write) => {
      const result = await work();
      await write(deed);
      return result;
    });
  } catch (error) {
    reply.removeHeader("set-cookie");
    throw error;
  }
}
