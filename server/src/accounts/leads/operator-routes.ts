/** The operator's invitation codes. */
import { issueCode, listCodes, revokeCode } from "@ongea/contract";
import type { Audit } from "../audit/audit.ts";
import type { Http } from "../../platform/http/http.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { serve } from "../../platform/http/serve.ts";
import { prefixOf, type Codes } from "./codes/codes.ts";

export function operatorRoutes(app: Http, codes: Codes, audit: Audit): void {
  serve(app, listCodes, async () => {
    const data = (await codes.list()).map(({ prefix, uses, createdAt, lastUsedAt, revokedAt }) => ({
      prefix,
      uses,
      created_at: createdAt.toISOString(),
      last_used_at: lastUsedAt?.toISOString() ?? null,
      revoked_at: revokedAt?.toISOString() ?? null,
    }));
    return { data };
  });
  serve(app, issueCode, async (_given, { principal }) => {
    const code = await audit.actEverywhere(principal, async (write) => {
      const issued = await codes.issue();
      await write({ act: "code.issued", subject: prefixOf(issued) });
      return issued;
    });
    return { code };
  });
  serve(app, revokeCode, async ({ params }, { principal }) => {
    await audit.actEverywhere(principal, async (write) => {
      if (!(await codes.revoke(params.prefix))) throw refuse("invitation.not_found");
      await write({ act: "code.revoked", subject: params.prefix });
    });
    return { success: true as const };
  });
}
