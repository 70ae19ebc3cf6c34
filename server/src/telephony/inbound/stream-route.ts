/** The socket of a carrier's media stream. */
import { Carrier, CARRIER_STREAM, type RefusalCode } from "@ongea/contract";
import type { WebSocket } from "@fastify/websocket";
import type { Http } from "../../platform/http/http.ts";
import { listenTo } from "../../platform/http/sockets.ts";
import type { CarrierLeg } from "../legs/carrier-leg.ts";
import type { CarrierLegs } from "../legs/carrier-legs.ts";

export interface StreamRouteParts {
  legs: CarrierLegs;
  /** Somebody has shown no token, or a wrong one. */
  refused(code: RefusalCode, from: string): void;
}

/** 50 a second are usual; what was held up comes in a burst. */
const MOST_MESSAGES = 3_000;
const MOST_UNSENT_BYTES = 262_144;
/** A stream says at once which call it is of. */
const START_WITHIN_MS = 5_000;
const MOST_UNKNOWN = 200;
/** No status (RFC 6455 section 7.1.5), or a connection that broke. */
const BROKEN = 1006;
const NO_TOKEN: RefusalCode = "call.bad_token";

/** The sound of a call: nothing is heard before the token has been shown. */
export function streamRoute(app: Http, { legs, refused }: StreamRouteParts): void {
  let unknown = 0;
  app.get<{ Params: { carrier: string } }>(CARRIER_STREAM, { websocket: true }, (socket, request) => {
    const carrier = Carrier.safeParse(request.params.carrier).data;
    let leg: CarrierLeg | undefined;
    let isUnknown = true;
    unknown++;
    const known = (): void => {
      if (isUnknown) unknown--;
      isUnknown = false;
      clearTimeout(late);
    };
    const turnAway = (): void => {
      if (!isUnknown) return;
      known();
      refused(NO_TOKEN, request.ip);
      socket.close(4403, NO_TOKEN);
    };
    const late = setTimeout(turnAway, START_WITHIN_MS);
    if (carrier === undefined || unknown > MOST_UNKNOWN) return turnAway();
    const theirs = socketOf(socket);
    listenTo(socket, {
      most: MOST_MESSAGES,
      hear(data, isBinary) {
        const text = isBinary ? "" : data.toString("utf8");
        if (leg) return leg.heard(text);
        if (!isUnknown) return;
        const found = legs.streams(carrier, text, theirs);
        if (found === "more") return;
        if (!found) return turnAway();
        leg = found;
        known();
      },
      closed: () => known(),
    });
    socket.on("close", (code: number) => leg?.closed(code === BROKEN));
  });
}

function socketOf(socket: WebSocket): { send(text: string): void; close(): void } {
  return {
    send(text) {
      if (socket.readyState === socket.OPEN && socket.bufferedAmount < MOST_UNSENT_BYTES) socket.send(text);
    },
    close: () => socket.close(1000),
  };
}
