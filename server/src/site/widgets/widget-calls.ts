/** Calls that visitors of other people's pages begin: of the widget's workspace, within its limits. */
import { WIDGET_NUMBER } from "@ongea/contract";
import type { VisitorCalls } from "../visitors/visitor-calls.ts";
import type { Log } from "../../platform/log/log.ts";
import { createRateLimit, type RateLimit } from "../../platform/http/rate-limit.ts";
import { Refusal, refuse } from "../../platform/http/refuse.ts";
import type { Widgets } from "./widgets.ts";

export interface WidgetCallsParts {
  widgets: Pick<Widgets, "byKey">;
  visitors: VisitorCalls;
  /** Refuses a workspace that may spend no more. */
  checkMoney(workspaceId: string): Promise<void>;
  log: Pick<Log, "warn">;
  /** Any steady clock. */
  nowMs: () => number;
}

interface Wanted {
  key: string;
  /** Of the page, as its frame says. */
  origin: string;
  /** The network that the visitor comes from. */
  from: string;
  gone?: AbortSignal | undefined;
}

export interface WidgetCalls extends Omit<VisitorCalls, "start"> {
  /** Refuses with "widget.not_found", "widget.off", "request.wrong_origin", "request.too_many", "call.busy" or "call.too_many". */
  start(wanted: Wanted): ReturnType<VisitorCalls["start"]>;
}

const MOST_WIDGET_SECONDS = 900;
const HOUR_MS = 3_600_000;

export function createWidgetCalls({ widgets, visitors, checkMoney, log, nowMs }: WidgetCallsParts): WidgetCalls {
  /** By how many an hour: there are a few such settings. */
  const paces = new Map<number, RateLimit>();
  const paceOf = (perHour: number): RateLimit => {
    const pace = paces.get(perHour) ?? createRateLimit({ burst: perHour, refillMs: HOUR_MS / perHour, nowMs });
    paces.set(perHour, pace);
    return pace;
  };
  return {
    ...visitors,
    async start({ key, origin, from, gone }) {
      const widget = await widgets.byKey(key);
      if (!widget) throw refuse("widget.not_found");
      if (!widget.isActive) throw refuse("widget.off");
      if (!widget.origins.includes(origin)) throw refuse("request.wrong_origin");
      paceOf(widget.callsPerHour).take(`${widget.id}/${from}`);
      const { id, workspaceId, agentId, name } = widget;
      try {
        await checkMoney(workspaceId);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        // What the workspace has is nobody else's business.
        log.warn({ workspaceId, widgetId: id, code: error.code }, "A widget takes no calls: its workspace may spend no more");
        throw refuse("call.busy");
      }
      return visitors.start({
        workspaceId,
        agentId,
        chooser: { kind: "widget", target: id },
        from,
        by: `widget/${id}`,
        mostAtOnce: widget.callsAtOnce,
        mostSeconds: MOST_WIDGET_SECONDS,
        fromNumber: WIDGET_NUMBER,
        userData: { widget: name, page: origin },
        gone,
      });
    },
  };
}
