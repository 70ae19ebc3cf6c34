import type { FastifyReply } from "fastify";
import type { Audit, AuditAction } from "../audit/audit.ts";
import type { Principal } from "../../platform/http/authorise.ts";

export interface SelfAct {
  audit: Audit;
  principal: Principal;
  reply: FastifyReply;
}

/** What somebody does to their own account, and its entry, in one transaction; a browser keeps no cookie of what was undone. */
export async function actOnSelf<T>(
  { audit, principal, reply }: SelfAct,
  action: AuditAction,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await audit.actEverywhere(principal, async (write) => {
      const result = await work();
      await write(action);
      return result;
    });
  } catch (error) {
    reply.removeHeader("set-cookie");
    throw error;
  }
}
