/** The passkeys of one's own account. */
import { addPasskey, listPasskeys, passkeyOptions, removePasskey } from "@ongea/contract";
import type { Audit } from "../audit/index.ts";
import type { Http } from "../../platform/http/http.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { serve } from "../../platform/http/serve.ts";
import { userOf } from "./account-routes.ts";
import { DONE, headersOf, passOn } from "./answers.ts";
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
  serve(app, listPasskeys, async (_given, { asker }) => {
    return { data: (await passkeys.of(userOf(asker))).map(wirePasskey) };
  });
  serve(app, passkeyOptions, async (_given, { request, reply }) => {
    const asked = api.generatePasskeyRegistrationOptions({ headers: headersOf(request), asResponse: true });
    return (await passOn(asked, reply, "access.bad_passkey")) as { challenge: string };
  });
  serve(app, addPasskey, async ({ body: { name, response } }, { asker, request, reply }) => {
    const given = { response: response as never, ...(name === undefined ? {} : { name }) };
    return audit.actEverywhere(asker, async (write) => {
      const asked = api.verifyPasskeyRegistration({ body: given, headers: headersOf(request), asResponse: true });
      const made = (await passOn(asked, reply, "access.bad_passkey")) as { id: string };
      const row = await passkeys.read(made.id);
      if (!row) throw refuse("access.bad_passkey");
      const added = wirePasskey(row);
      await write({ act: "account.passkey_added", subject: added.name });
      return added;
    });
  });
  serve(app, removePasskey, async ({ params }, { asker }) => {
    await audit.actEverywhere(asker, async (write) => {
      const gone = await passkeys.remove(userOf(asker), params.passkey_id);
      if (!gone) throw refuse("access.passkey_not_found");
      await write({ act: "account.passkey_removed", subject: gone.name ?? UNNAMED });
    });
    return DONE;
  });
}

function wirePasskey({ id, name, createdAt }: Passkey) {
  return { id, name: name ?? UNNAMED, created_at: createdAt?.toISOString() ?? null };
}
