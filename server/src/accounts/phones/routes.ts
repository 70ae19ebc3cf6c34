import { createPhone, deletePhone, listPhones, renewPhonePassword, type Phone, type PhoneServer } from "@ongea/contract";
import type { Http } from "../../platform/http/http.ts";
import { serve } from "../../platform/http/serve.ts";
import type { Phones, PhoneWithPassword } from "./phones.ts";
import type { StoredPhone } from "./store.ts";

/** `at`: where phones register. */
export function phoneRoutes(app: Http, phones: Phones, at: () => PhoneServer): void {
  serve(app, listPhones, async (_, { principal }) => ({
    data: (await phones.list(principal.workspaceId)).map(toWire),
    server: at(),
  }));
  serve(app, createPhone, async ({ body }, { principal }) => withPassword(await phones.create(principal, body.name)));
  serve(app, renewPhonePassword, async ({ params }, { principal }) =>
    withPassword(await phones.renew(principal, params.phone_id)),
  );
  serve(app, deletePhone, async ({ params }, { principal }) => {
    await phones.remove(principal, params.phone_id);
    return { message: "done" };
  });
}

function withPassword({ phone, password }: PhoneWithPassword): Phone & { password: string } {
  return { ...toWire(phone), password };
}

function toWire(phone: StoredPhone): Phone {
  const { id, name, username, isRegistered, address, userAgent, registeredSince, seenAt, createdAt } = phone;
  return {
    id,
    name,
    user: username,
    registered: isRegistered,
    address,
    user_agent: userAgent,
    registered_since: isRegistered ? (registeredSince?.toISOString() ?? null) : null,
    last_seen_at: seenAt?.toISOString() ?? null,
    created_at: createdAt.toISOString(),
  };
}
