import {
  ChatFollow,
  openWidgetChat,
  readChatFile,
  sendChatFile,
  VISITOR_HEADER,
  VisitorToken,
  WIDGET_CHAT_LIVE,
  writeInWidgetChat,
} from "@ongea/contract";
import { bodyBytes } from "../../platform/http/body-bytes.ts";
import { sendDownload } from "../../platform/http/download.ts";
import type { Http } from "../../platform/http/http.ts";
import { networkOf } from "../../platform/http/rate-limit.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { serve } from "../../platform/http/serve.ts";
import { listenTo, type SocketPlaces } from "../../platform/http/sockets.ts";
import type { WidgetChats } from "./widget-chats.ts";

const MOST_WAITING_BYTES = 262_144;
const FOLLOWS_WITHIN_MS = 5_000;
/** In ten seconds; a page says whom it follows and no more. */
const MOST_MESSAGES = 10;
const LONGEST = 1_000;

export function widgetChatRoutes(app: Http, chats: WidgetChats, places: SocketPlaces): void {
  serve(app, openWidgetChat, async ({ body }, { request }) => chats.open({ ...body, from: networkOf(request.ip) }));
  serve(app, writeInWidgetChat, async ({ body }, { request }) => chats.write({ ...body, from: networkOf(request.ip) }));
  serve(app, sendChatFile, async ({ query }, { request }) => {
    const visitor = VisitorToken.safeParse(request.headers[VISITOR_HEADER]).data;
    if (visitor === undefined) throw refuse("request.malformed");
    return chats.attach({ ...query, visitor, bytes: bodyBytes(request), from: networkOf(request.ip) });
  });
  serve(app, readChatFile, async ({ params: { file_id: id }, body }, { request, reply }) =>
    sendDownload(reply, await chats.file({ ...body, id, from: networkOf(request.ip) })),
  );

  app.get(WIDGET_CHAT_LIVE, { websocket: true }, (socket, request) => {
    if (!places.take(`network/${networkOf(request.ip)}`, socket)) return;
    let leave: (() => void) | undefined;
    let isAsked = false;
    let isClosed = false;
    const late = setTimeout(() => socket.close(4408, "Nobody said whom to follow."), FOLLOWS_WITHIN_MS);
    const hear = (data: Buffer): void => {
      if (isAsked) return;
      isAsked = true;
      clearTimeout(late);
      const tell = (news: unknown): void => {
        if (socket.readyState !== socket.OPEN) return;
        if (socket.bufferedAmount > MOST_WAITING_BYTES) socket.close(1013, "too slow");
        else socket.send(JSON.stringify(news));
      };
      void follow(data, tell).catch(() => socket.close(4403, "This chat cannot be followed."));
    };
    async function follow(data: Buffer, tell: (news: unknown) => void): Promise<void> {
      const asked: unknown = JSON.parse(data.toString("utf8").slice(0, LONGEST));
      leave = await chats.follow(ChatFollow.parse(asked), tell);
      if (isClosed) leave();
    }
    const closed = (): void => {
      isClosed = true;
      clearTimeout(late);
      leave?.();
    };
    listenTo(socket, { most: MOST_MESSAGES, hear, closed });
  });
}
