/** What telephone companies ask of this server: what to do with a call, and what has become of one. Only they can sign it. */
import { z } from "zod";
import { route } from "../wire/route.ts";

/** Companies whose numbers and calls this server takes part in, beside SIP trunks. */
export const CARRIERS = ["twilio", "plivo"] as const;
export const Carrier = z.enum(CARRIERS);
export type Carrier = z.output<typeof Carrier>;

/** Where the sound of a carrier's call comes as a WebSocket, in the carrier's own protocol. */
export const CARRIER_STREAM = "/carriers/:carrier/stream";

const Account = z.object({ carrier: Carrier, workspace_id: z.uuid() });

export const carrierCallRings = route({
  method: "POST",
  path: "/carriers/:carrier/:workspace_id/voice",
  who: "anyone",
  does: "A carrier asks what to do with a call to one of the workspace's numbers: a signed form, answered in the carrier's own XML.",
  params: Account,
  media: "application/xml",
});

export const carrierNumberNews = route({
  method: "POST",
  path: "/carriers/:carrier/:workspace_id/status",
  who: "anyone",
  does: "A carrier tells what has become of a call to one of the workspace's numbers: a signed form.",
  params: Account,
  media: "application/xml",
});

export const africasTalkingAsks = route({
  method: "POST",
  path: "/carriers/africastalking/:trunk_id/:token",
  who: "anyone",
  does: "Africa's Talking asks what to do with a call of a trunk's number, or tells what has become of one: a form, answered in its XML. It signs nothing: the address itself is the secret.",
  params: z.object({ trunk_id: z.uuid(), token: z.string().max(200) }),
  media: "application/xml",
});

const Leg = Account.extend({ leg_id: z.uuid() });

export const carrierCallAnswered = route({
  method: "POST",
  path: "/carriers/:carrier/:workspace_id/calls/:leg_id/answer",
  who: "anyone",
  does: "A carrier asks what to do with a call that it placed for us, when somebody answers: a signed form, answered in its own XML.",
  params: Leg,
  media: "application/xml",
});

export const carrierCallNews = route({
  method: "POST",
  path: "/carriers/:carrier/:workspace_id/calls/:leg_id/status",
  who: "anyone",
  does: "A carrier tells what has become of a call that it placed for us: a signed form.",
  params: Leg,
  media: "application/xml",
});
