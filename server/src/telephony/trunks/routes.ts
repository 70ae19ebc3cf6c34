import {
  addTrunkNumber,
  changeTrunk,
  createTrunk,
  deleteTrunk,
  listTrunkNumbers,
  listTrunks,
  readTrunk,
  removeTrunkNumber,
  testTrunk,
  mayActAs,
  type AnswerInput,
  type SipTrunk,
} from "@ongea/contract";
import { idOf } from "../numbers/rentals.ts";
import type { RentedNumber } from "../numbers/store.ts";
import type { Principal } from "../../platform/http/authorise.ts";
import type { Http } from "../../platform/http/http.ts";
import { serve } from "../../platform/http/serve.ts";
import type { Trunk, Trunks } from "./trunks.ts";

/** `publicUrl`: as companies reach this server; undefined: they do not. */
export function trunkRoutes(app: Http, trunks: Trunks, publicUrl: string | undefined): void {
  const told = (trunk: Trunk, { role }: Pick<Principal, "role">): SipTrunk => {
    const { id, settings } = trunk.row;
    const { username, hook } = settings.africastalking ?? {};
    if (username === undefined) return { ...plainly(trunk), africastalking: null };
    // The address is the secret: who may only look is not told.
    const isTold = publicUrl !== undefined && mayActAs(role, "admin");
    const callback_url = isTold ? `${publicUrl}/carriers/africastalking/${id}/${hook}` : null;
    return { ...plainly(trunk), africastalking: { username, callback_url } };
  };
  serve(app, listTrunks, async ({ query: { is_active: wanted } }, { principal }) => {
    const all = await trunks.list(principal.workspaceId);
    return all.filter(({ row }) => wanted === undefined || String(row.isActive) === wanted).map((one) => told(one, principal));
  });
  serve(app, createTrunk, async ({ body }, { principal }) => told(await trunks.create(principal, body), principal));
  serve(app, readTrunk, async ({ params }, { principal }) =>
    told(await trunks.read(principal.workspaceId, params.trunk_id), principal),
  );
  serve(app, changeTrunk, async ({ params, body }, { principal }) =>
    told(await trunks.change(principal, params.trunk_id, body), principal),
  );
  serve(app, deleteTrunk, async ({ params }, { principal }) => {
    const count = await trunks.remove(principal, params.trunk_id);
    return { message: `Trunk deleted successfully. ${count} phone number(s) removed.` };
  });
  serve(app, testTrunk, async ({ params }, { principal }) => trunks.test(principal, params.trunk_id));
  serve(app, addTrunkNumber, async ({ params, body }, { principal }) =>
    toldNumber(params.trunk_id)(await trunks.addNumber(principal, params.trunk_id, body)),
  );
  serve(app, listTrunkNumbers, async ({ params }, { principal }) => {
    const { row, numbers } = await trunks.read(principal.workspaceId, params.trunk_id);
    return numbers.map(toldNumber(row.id));
  });
  serve(app, removeTrunkNumber, async ({ params }, { principal }) => {
    await trunks.removeNumber(principal, params.trunk_id, params.trunk_number_id);
    return { message: "Phone number removed successfully" };
  });
}

function plainly({ row, numbers }: Trunk): Omit<SipTrunk, "africastalking"> {
  const { id, name, provider, description, authType: auth_type, username: auth_username, isActive: is_active, settings } = row;
  const { gateways, africastalking: _orders, ...others } = settings;
  const waiting = { kind: is_active ? ("waiting" as const) : ("off" as const), problem: null, sip_status: null, at: null };
  return {
    id,
    name,
    provider,
    description,
    auth_type,
    auth_username,
    is_active,
    ...others,
    gateways: gateways.map(({ gateway_address, port, priority }) => ({
      gateway_address,
      ...(port !== undefined && { port }),
      priority,
    })),
    phone_numbers: numbers.map(toldNumber(id)),
    media_encryption: settings.media_encryption ?? "no",
    transfer: settings.transfer ?? "bridge",
    lines: settings.lines ?? null,
    calls_per_second: settings.calls_per_second ?? null,
    media_encryption_optimistic: false,
    disallow: "all",
    direct_media: false,
    rtp_symmetric: true,
    force_rport: true,
    state: is_active ? (row.state ?? waiting) : waiting,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

function toldNumber(trunkId: string) {
  return ({ number, name, createdAt, updatedAt }: RentedNumber): AnswerInput<typeof addTrunkNumber> => ({
    id: idOf(number),
    phone_number: number,
    name,
    byot_trunk_id: trunkId,
    telephony_provider: "sip-trunk",
    deleted: false,
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  });
}
