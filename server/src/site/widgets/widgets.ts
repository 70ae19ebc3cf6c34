/** Web widgets: made, changed and deleted by people of a workspace, each with its entry in the log. */
import { withoutUndefined } from "../../platform/without-undefined.ts";
import { randomBytes, randomUUID } from "node:crypto";
import type { NewWidget, Widget, WidgetChange } from "@ongea/contract";
import type { Agents } from "../../agents/index.ts";
import type { Actor, Audit } from "../../accounts/index.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { memoizeFor } from "../../platform/async/memoize.ts";
import type { StoredChange, StoredWidget, WidgetStore } from "./store.ts";

export interface WidgetsParts {
  store: WidgetStore;
  agents: Pick<Agents, "all" | "read">;
  audit: Pick<Audit, "act">;
}

export interface Widgets {
  list(workspaceId: string): Promise<Widget[]>;
  create(actor: Actor, wanted: NewWidget): Promise<Widget>;
  change(actor: Actor, id: string, change: WidgetChange): Promise<Widget>;
  remove(actor: Actor, id: string): Promise<void>;
  /** As it stands in pages; undefined: there is none. */
  byKey(key: string): Promise<StoredWidget | undefined>;
}

const MOST_IN_A_WORKSPACE = 50;
const KEY_BYTES = 15;
const KEY = /^wgt_[\w-]{20}$/;
/** A page's visitors ask for the same widget again and again; another server's change is known to them after this time. */
const KNOWN_MS = 1_000;
const DEFAULTS = {
  colour: "indigo",
  position: "end",
  label: "",
  language: null,
  calls_at_once: 5,
  calls_per_hour: 10,
  chat: false,
} as const;

export function createWidgets({ store, agents, audit }: WidgetsParts): Widgets {
  const known = memoizeFor(KNOWN_MS, (key) => store.byKey(key));
  return {
    async list(workspaceId) {
      const [rows, all] = await Promise.all([store.all(workspaceId), agents.all(workspaceId)]);
      const names = new Map(all.map(({ id, document }) => [id, document.agent_config.agent_name]));
      return rows.map((row) => told(row, names.get(row.agentId) ?? ""));
    },
    async create(actor, wanted) {
      const { workspaceId } = actor;
      const { agent_id: agentId, ...settings } = wanted;
      const agent = await agents.read(workspaceId, agentId);
      const key = `wgt_${randomBytes(KEY_BYTES).toString("base64url")}`;
      const { name, origins, ...others } = settings;
      const columns = { ...columnsOf({ ...DEFAULTS, ...withoutUndefined(others) }), name, origins: unique(origins) };
      const row = await audit.act(actor, async (write) => {
        if ((await store.hold(workspaceId)) >= MOST_IN_A_WORKSPACE) throw refuse("widget.too_many");
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the defaults fill every column
        const added = await store.add({ ...columns, id: randomUUID(), workspaceId, agentId, key } as StoredWidget);
        await write({ act: "widget.added", subject: name, details: { origins: columns.origins.join(" ") } });
        return added;
      });
      return told(row, agent.document.agent_config.agent_name);
    },
    async change(actor, id, change) {
      const { workspaceId } = actor;
      const row = await audit.act(actor, async (write) => {
        const columns = columnsOf(change);
        const saved = Object.keys(columns).length > 0 ? await store.change(workspaceId, id, columns) : undefined;
        if (!saved) throw refuse("widget.not_found");
        await write({
          act: "widget.changed",
          subject: saved.name,
          details: { changed: Object.keys(withoutUndefined(change)).join(" ") },
        });
        return saved;
      });
      known.forget(row.key);
      const agent = (await agents.all(workspaceId)).find((one) => one.id === row.agentId);
      return told(row, agent?.document.agent_config.agent_name ?? "");
    },
    async remove(actor, id) {
      const gone = await audit.act(actor, async (write) => {
        const row = await store.remove(actor.workspaceId, id);
        if (!row) throw refuse("widget.not_found");
        await write({ act: "widget.removed", subject: row.name });
        return row;
      });
      known.forget(gone.key);
    },
    byKey: async (key) => (KEY.test(key) ? known(key) : undefined),
  };
}

function columnsOf(change: WidgetChange): StoredChange {
  const { calls_at_once: callsAtOnce, calls_per_hour: callsPerHour, is_active: isActive, origins, ...same } = change;
  return withoutUndefined({ ...same, callsAtOnce, callsPerHour, isActive, origins: origins && unique(origins) });
}

function unique(origins: readonly string[]): string[] {
  return [...new Set(origins)];
}

function told(row: StoredWidget, agentName: string): Widget {
  const { id, agentId: agent_id, key, name, origins, colour, position, label, language } = row;
  return {
    id,
    agent_id,
    agent_name: agentName,
    key,
    name,
    origins,
    colour,
    position,
    label,
    language,
    calls_at_once: row.callsAtOnce,
    calls_per_hour: row.callsPerHour,
    chat: row.chat,
    is_active: row.isActive,
    created_at: row.createdAt.toISOString(),
  };
}
