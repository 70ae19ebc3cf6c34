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
  type AnswerGiven,
  type SipTrunk,
} from "@ongea/contract";
import { idOf, type HeldNumber } from "../numbers/index.ts";
import type { Http } from "../platform/http/http.ts";
import { serve } from "../platform/http/serve.ts";
import type { Trunk, Trunks } from "./trunks.ts";

export function trunkRoutes(app: Http, trunks: Trunks): void {
  serve(app, listTrunks, async ({ query: { is_active: wanted } }, { asker }) => {
    const all = await trunks.list(asker.workspaceId);
    return all.filter(({ row }) => wanted === undefined || String(row.isActive) === wanted).map(told);
  });
  serve(app, createTrunk, async ({ body }, { asker }) => told(await trunks.create(asker, body)));
  serve(app, readTrunk, async ({ params }, { asker }) => told(await trunks.read(asker.workspaceId, params.trunk_id)));
  serve(app, changeTrunk, async ({ params, body }, { asker }) => told(await trunks.change(asker, params.trunk_id, body)));
  serve(app, deleteTrunk, async ({ params }, { asker }) => {
    const count = await trunks.remove(asker, params.trunk_id);
    return { message: `Trunk deleted successfully. ${count} phone number(s) removed.` };
  });
  serve(app, testTrunk, async ({ params }, { asker }) => trunks.test(asker, params.trunk_id));
  serve(app, addTrunkNumber, async ({ params, body }, { asker }) =>
    toldNumber(params.trunk_id)(await trunks.addNumber(asker, params.trunk_id, body)),
  );
  serve(app, listTrunkNumbers, async ({ params }, { asker }) => {
    const { row, numbers } = await trunks.read(asker.workspaceId, params.trunk_id);
    return numbers.map(toldNumber(row.id));
  });
  serve(app, removeTrunkNumber, async ({ params }, { asker }) => {
    await trunks.removeNumber(asker, params.trunk_id, params.trunk_number_id);
    return { message: "Phone number removed successfully" };
  });
}

function told({ row, numbers }: Trunk): SipTrunk {
  const { id, name, provider, description, authType: auth_type, username: auth_username, isActive: is_active, settings } = row;
  const { gateways, ...others } = settings;
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
  return ({ number, name, createdAt, updatedAt }: HeldNumber): AnswerGiven<typeof addTrunkNumber> => ({
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
