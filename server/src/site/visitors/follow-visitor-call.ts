/** What is said in a visitor's call, entry by entry, over a WebSocket. */
import type { Http } from "../../platform/http/http.ts";
import { networkOf } from "../../platform/http/rate-limit.ts";
import { listenTo, type SocketPlaces } from "../../platform/http/sockets.ts";
import type { VisitorCalls } from "./visitor-calls.ts";

const MOST_WAITING_BYTES = 262_144;
const PASS_WITHIN_MS = 5_000;
/** In ten seconds; a page says its pass and no more. */
const MOST_MESSAGES = 10;

/** `path` names the call as `:execution_id`; the first message is its pass. */
export function followVisitorCall(app: Http, path: string, calls: Pick<VisitorCalls, "follow">, places: SocketPlaces): void {
  app.get<{ Params: { execution_id: string } }>(path, { websocket: true }, (socket, request) => {
    if (!places.take(`network/${networkOf(request.ip)}`, socket)) return;
    let leave: (() => void) | undefined;
    const late = setTimeout(() => socket.close(4408, "The pass did not come."), PASS_WITHIN_MS);
    const hear = (data: Buffer): void => {
      if (leave) return;
      clearTimeout(late);
      const tell = (said: unknown): void => {
        if (socket.readyState !== socket.OPEN) return;
        if (socket.bufferedAmount > MOST_WAITING_BYTES) socket.close(1013, "too slow");
        else socket.send(JSON.stringify(said));
      };
      try {
        leave = calls.follow(request.params.execution_id, data.toString("utf8").slice(0, 200), tell, () => socket.close(1000));
      } catch {
        leave = () => undefined;
        socket.close(4403, "This invitation to call has expired or was used.");
      }
    };
    const closed = (): void => {
      clearTimeout(late);
      leave?.();
    };
    listenTo(socket, { most: MOST_MESSAGES, hear, closed });
  });
}
