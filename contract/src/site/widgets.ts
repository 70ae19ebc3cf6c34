/** Web widgets: an assistant on other people's pages. One script tag there shows a button; a visitor talks or types. */
import { z } from "zod";
import { LANGUAGES } from "../languages.ts";
import { route } from "../wire/route.ts";
import { visitorCall } from "../calls/visitor-calls.ts";

export const WIDGET_COLOURS = ["indigo", "leaf", "soot"] as const;
export const WIDGET_POSITIONS = ["end", "start"] as const;
/** How many calls a visitor's network may begin in an hour. */
export const WIDGET_PACES = [5, 10, 30, 60] as const;
/** How many calls a widget holds at the same time, in all. */
export const WIDGET_ROOMS = [1, 2, 5, 10, 20] as const;
export const MOST_WIDGET_ORIGINS = 20;
/** What a widget's call has as the number that it comes from. */
export const WIDGET_NUMBER = "web-widget";

/**
 * A page's origin as a browser writes it (RFC 6454): https, or http on this machine for development; no path, no wildcard, no default port.
 * It goes into a Content-Security-Policy as it is.
 */
const ORIGIN =
  /^(?:https:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)*|http:\/\/(?:localhost|127\.0\.0\.1))(?::(?!(?:80|443)$)[1-9][0-9]{0,4})?$/;
const Origin = z
  .string()
  .trim()
  .max(200)
  .regex(ORIGIN, { error: "must be an origin like https://www.example.com, or http://localhost:3000" });

const Settings = z.object({
  /** For people of the workspace. */
  name: z.string().trim().min(1).max(100),
  /** The pages that may show it; a page of any other shows nothing of it. */
  origins: z.array(Origin).min(1).max(MOST_WIDGET_ORIGINS),
  colour: z.enum(WIDGET_COLOURS),
  /** Of the window, as one reads: `end` is the right in English and the left in Arabic. */
  position: z.enum(WIDGET_POSITIONS),
  /** On the button; empty: a sentence in the page's language. */
  label: z.string().trim().max(40),
  /** null: the page's own (`lang`), English where that is none of these. */
  language: z.enum(LANGUAGES).nullable(),
  calls_at_once: z.literal(WIDGET_ROOMS),
  calls_per_hour: z.literal(WIDGET_PACES),
  /** Visitors may write, and come back to what was written. */
  chat: z.boolean(),
});

export const NewWidget = Settings.extend({ agent_id: z.uuid() }).partial({
  colour: true,
  position: true,
  label: true,
  language: true,
  calls_at_once: true,
  calls_per_hour: true,
  chat: true,
});
export type NewWidget = z.output<typeof NewWidget>;

export const WidgetChange = Settings.extend({ is_active: z.boolean() }).partial();
export type WidgetChange = z.output<typeof WidgetChange>;

export const Widget = z.object({
  ...Settings.shape,
  id: z.uuid(),
  agent_id: z.uuid(),
  agent_name: z.string(),
  /** Public: it stands in the page's source. */
  key: z.string(),
  is_active: z.boolean(),
  created_at: z.string(),
});
export type Widget = z.output<typeof Widget>;

const Id = z.object({ widget_id: z.uuid() });

export const listWidgets = route({
  method: "GET",
  path: "/api/widgets",
  who: "viewer",
  ofAgents: true,
  does: "The web widgets of this workspace, the oldest first.",
  answer: z.object({ data: z.array(Widget) }),
});

export const createWidget = route({
  method: "POST",
  path: "/api/widgets",
  who: "agent_manager",
  ofAgents: true,
  does: "Makes a web widget: a public key by which pages of the named origins show an agent.",
  body: NewWidget,
  status: 201,
  answer: Widget,
});

export const changeWidget = route({
  method: "PATCH",
  path: "/api/widgets/:widget_id",
  who: "agent_manager",
  ofAgents: true,
  does: "Changes what is given of a web widget, or switches it on or off. Calls that run go on; pages know it with their next visitor.",
  params: Id,
  body: WidgetChange,
  answer: Widget,
});

export const deleteWidget = route({
  method: "DELETE",
  path: "/api/widgets/:widget_id",
  who: "agent_manager",
  ofAgents: true,
  does: "Deletes a web widget: its key opens nothing any more.",
  params: Id,
  answer: z.object({ message: z.string() }),
});

export const MOST_CHAT_TEXT = 2_000;
/** What stands for a widget's key in the chat of the public site: visitors write to the front desk there, from the installation's own pages. */
export const SITE_CHAT_KEY = "front-desk";

const ChatOf = z.object({
  key: z.string().min(1).max(100),
  /** Of the page that shows the widget. */
  origin: z.string().min(1).max(200),
});
/** The visitor's page keeps it: whoever has it reads and writes as this visitor. */
export const VisitorToken = z.string().regex(/^vis_[\w-]{43}$/);

/** Of a file in a chat: WhatsApp's own limit for pictures. */
export const MOST_CHAT_FILE_BYTES = 5_242_880;
/** In which a visitor's page says who it is, with a file. */
export const VISITOR_HEADER = "x-ongea-visitor";

/** A picture or PDF that a visitor has sent. */
export const ChatFile = z.object({
  id: z.uuid(),
  /** As the visitor's device calls it. */
  name: z.string(),
  /** Its media type, by its first bytes. */
  type: z.string(),
});
export type ChatFile = z.output<typeof ChatFile>;

export const ChatMessage = z.object({
  /** Rises with each message. */
  position: z.number().int(),
  by: z.enum(["visitor", "agent", "person"]),
  text: z.string(),
  files: z.array(ChatFile),
  at: z.string(),
});
export type ChatMessage = z.output<typeof ChatMessage>;

/** `waiting`: for a person; `person`: one answers. */
export const ThreadState = z.enum(["open", "waiting", "person", "closed"]);
export type ThreadState = z.output<typeof ThreadState>;

/** The server sends it over {@link WIDGET_CHAT_LIVE}: the messages after those that a visitor's page has. */
export const ChatNews = z.object({ state: ThreadState, messages: z.array(ChatMessage) });
export type ChatNews = z.output<typeof ChatNews>;

export const openWidgetChat = route({
  method: "POST",
  path: "/api/widget-chats",
  who: "anyone",
  does: "Opens a widget's chat: with what was written before, where a visitor comes back, and the agent's first words otherwise.",
  body: ChatOf.extend({ visitor: VisitorToken.optional() }),
  answer: ChatNews.extend({ visitor: VisitorToken, welcome: z.string() }),
});

export const writeInWidgetChat = route({
  method: "POST",
  path: "/api/widget-chats/messages",
  who: "anyone",
  does: "Writes in a widget's chat. The same `id` again is the same message: it is stored and answered once.",
  body: ChatOf.extend({ visitor: VisitorToken, id: z.uuid(), text: z.string().trim().min(1).max(MOST_CHAT_TEXT) }),
  status: 201,
  answer: ChatMessage,
});

export const sendChatFile = route({
  method: "POST",
  path: "/api/widget-chats/files",
  who: "anyone",
  does: "Sends a picture (JPEG, PNG, GIF, WebP) or PDF in a widget's chat: its bytes are the body, `x-ongea-visitor` is the visitor. The same `id` again is the same message.",
  query: ChatOf.extend({ id: z.uuid(), name: z.string().trim().max(200).default("") }),
  upload: { types: ["application/octet-stream"], mostBytes: MOST_CHAT_FILE_BYTES },
  status: 201,
  answer: ChatMessage,
});

export const readChatFile = route({
  method: "POST",
  path: "/api/widget-chats/files/:file_id",
  who: "anyone",
  does: "Downloads a file of a widget's chat as its visitor, with the media type of its bytes.",
  params: z.object({ file_id: z.uuid() }),
  body: ChatOf.extend({ visitor: VisitorToken }),
  media: "application/octet-stream",
});

/** News of a chat over a WebSocket; its first message is {@link ChatFollow} as JSON. */
export const WIDGET_CHAT_LIVE = "/api/widget-chats/live";
export const ChatFollow = ChatOf.extend({ visitor: VisitorToken, after: z.number().int().min(0) });

export const startWidgetCall = route({
  method: "POST",
  path: "/api/widget-calls",
  who: "anyone",
  does: "Prepares a call with a widget's agent. The token opens it once, within `expires_in` seconds; the pass types into it, follows and ends it.",
  body: z.object({
    key: z.string().min(1).max(100),
    /** Of the page that shows the widget. */
    origin: z.string().min(1).max(200),
  }),
  status: 201,
  answer: visitorCall.started,
});

export const offerWidgetCall = route({
  method: "POST",
  path: "/api/widget-calls/:execution_id/offer",
  who: "anyone",
  does: "Connects a widget's call over WebRTC.",
  ...visitorCall.offer,
});

export const sayInWidgetCall = route({
  method: "POST",
  path: "/api/widget-calls/:execution_id/text",
  who: "anyone",
  does: "Says something in a widget's call by typing instead of speaking.",
  ...visitorCall.say,
});

export const stopWidgetCall = route({
  method: "POST",
  path: "/api/widget-calls/:execution_id/stop",
  who: "anyone",
  does: "Ends a widget's call.",
  ...visitorCall.stop,
});

/** What is said in the call, entry by entry, over a WebSocket; its first message is the pass. */
export const WIDGET_CALL_LIVE = "/api/widget-calls/:execution_id/live";
