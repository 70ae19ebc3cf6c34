/** The passkeys of one's own account. */
import { z } from "zod";
import { addPasskey, listPasskeys, passkeyOptions, removePasskey } from "@ongea/contract";
import type { Audit } from "../audit/audit.ts";
import type { Http } from "../../platform/http/http.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { serve } from "../../platform/http/serve.ts";
import { userOf } from "./account-routes.ts";
import { Challenge, DONE, headersOf, readOn } from "./answers.ts";
import type { Identity } from "./identity.ts";
import type { Passkey, PasskeyStore } from "./store.ts";

const UNNAMED = "Passkey";

export interface PasskeyRoutesParts {
  identity: Identity;
  passkeys: PasskeyStore;
  audit: Audit;
}

export function passkeyRoutes(app: Http, { identity, passkeys, audit }: PasskeyRoutesParts): void {
  const { api } = identity;
  serve(app, listPasskeys, async (_given, { principal }) => {
    return { data: (await passkeys.of(userOf(principal))).map(wirePasskey) };
  });
  serve(app, passkeyOptions, async (_given, { request, reply }) => {
    const asked = api.generatePasskeyRegistrationOptions({ headers: headersOf(request), asResponse: true });
    return await readOn(Challenge, asked, reply, "access.bad_passkey");
  });
  serve(app, addPasskey, async ({ body: { name, response } }, { principal, request, reply }) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the library reads it itself
    const given = { response: response as never, ...(name === undefined ? {} : { name }) };
    return audit.actEverywhere(principal, async (write) => {
      const asked = api.verifyPasskeyRegistration({ body: given, headers: headersOf(request), asResponse: true });
      const made = await readOn(z.object({ id: z.string() }), asked, reply, "access.bad_passkey");
      const row = await passkeys.read(made.id);
      if (!row) throw refuse("access.bad_passkey");
      const added = wirePasskey(row);
      await write({ act: "account.passkey_added", subject: added.name });
      return added;
    });
  });
  serve(app, removePasskey, async ({ params }, { principal }) => {
    await audit.actEverywhere(principal, async (write) => {
      const gone = await passkeys.remove(userOf(principal), params.passkey_id);
      if (!gone) throw refuse("access.passkey_not_found");
      await write({ act: "account.passkey_removed", subject: gone.name ?? UNNAMED });
    });
    return DONE;
  });
}

function wirePasskey({ id, name, createdAt }: Passkey) {
  return { id, name: name ?? UNNAMED, created_at: createdAt?.toISOString() ?? null };
}
