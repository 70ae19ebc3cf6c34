/** What the agent can do in a call: the tools that this server runs itself, and the hours within which it gives appointments. */
import { type ApiTools, CONVERSATION_PATH, type AgentDocument, conversationOf, WEEKDAYS, isRecord } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { LANGUAGE_FACTS, useWords } from "../../words/index.ts";
import { TOOL_KINDS, type ToolKind, toolKindOf } from "../../tool-kinds.ts";
import { Field } from "./entry-list.tsx";
import type { Bound } from "./fields.tsx";
import * as questions from "./questions.ts";
import { partLater } from "../../ui/part-later.tsx";

const Functions = partLater(async () => (await import("./functions.tsx")).Functions);
const Transfers = partLater(async () => (await import("./transfers.tsx")).Transfers);
const SendTool = partLater(async () => (await import("./send-tool.tsx")).SendTool);
const McpTools = partLater(async () => (await import("./mcp/mcp-tools.tsx")).McpTools);
const HoursGrid = partLater(async () => (await import("./hours-grid.tsx")).HoursGrid);

const API_TOOLS = [...CONVERSATION_PATH, "tools_config", "api_tools"] as const;
/** All of them keep to the hours. */
const OF_CALENDAR: readonly ToolKind[] = ["check", "book", "cancel", "move"];

const HOURS = /^(?:[01]\d|2[0-3]):[0-5]\d-(?:[01]\d|2[0-3]|24):[0-5]\d$/;
/** As the calendar takes them: of one year, or of every one. */
const HOLIDAY = /^(?:\d{4}-)?(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;
/** A day, as the calendar takes them. */
const MOST_SPANS = 4;
/** A Monday. */
const MONDAY_MS = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;

export function Tools({ bound }: { bound: Bound }): React.ReactNode {
  const words = useWords();
  const templates = useQuery(questions.templates);
  const tools = apiToolsOf(bound.document) ?? { tools: [], tools_params: {} };
  const offered = templates.data?.data[0]?.document;
  const change = (next: ApiTools): void => bound.set(API_TOOLS, next);
  const turn = (kind: ToolKind, on: boolean): void => {
    const others = tools.tools.filter(({ key }) => !isKind(kind, key));
    const example = offered && apiToolsOf(offered);
    const made = example?.tools.filter(({ key }) => isKind(kind, key)) ?? [];
    const calendar: Record<string, unknown> = Object.fromEntries(
      made.map(({ name }) => [name, calendarOf(tools) ?? example?.tools_params[name]]).filter(([, value]) => value !== undefined),
    );
    change({
      ...tools,
      tools: on ? [...others, ...made] : others,
      ...(on ? { tools_params: { ...tools.tools_params, ...calendar } } : {}),
    });
  };
  const { language } = conversationOf(bound.document).tools_config.transcriber;
  const hasCalendar = tools.tools.some(({ key }) => isOfCalendar(key));
  return (
    <>
      <section className="controls" aria-label={words.say("agents.section_tools")}>
        <h2>{words.say("agents.section_tools")}</h2>
        {TOOL_KINDS.map((kind) => (
          <label key={kind} className="control">
            <span>{words.say(`tools.${kind}`)}</span>
            <input
              type="checkbox"
              role="switch"
              className="switch"
              disabled={bound.readOnly || !offered}
              checked={tools.tools.some(({ key }) => isKind(kind, key))}
              onChange={({ target }) => turn(kind, target.checked)}
            />
          </label>
        ))}
      </section>
      {hasCalendar && <Hours tools={tools} change={change} readOnly={bound.readOnly} />}
      <SendTool tools={tools} change={change} readOnly={bound.readOnly} />
      <Transfers tools={tools} change={change} readOnly={bound.readOnly} />
      <Functions tools={tools} change={change} readOnly={bound.readOnly} language={language} />
      <McpTools tools={tools} change={change} readOnly={bound.readOnly} language={language} />
    </>
  );
}

interface HoursProps {
  tools: ApiTools;
  change: (next: ApiTools) => void;
  readOnly: boolean;
}

function Hours({ tools, change, readOnly }: HoursProps): React.ReactNode {
  const words = useWords();
  const hours = hoursOf(tools);
  const calendar = asTree(calendarOf(tools));
  const names = new Intl.DateTimeFormat([...LANGUAGE_FACTS[words.language].locales], { weekday: "long", timeZone: "UTC" });
  const write = (part: Readonly<Record<string, unknown>>): void => {
    const params = { ...tools.tools_params };
    for (const { key, name } of tools.tools)
      if (isOfCalendar(key)) params[name] = { slot_minutes: 30, opening_hours: hours, ...asTree(params[name]), ...part };
    change({ ...tools, tools_params: params });
  };
  const holidays = holidaysOf(calendar);
  const event = eventTypeOf(calendar);
  const days = WEEKDAYS.map((day, at) => {
    const name = names.format(MONDAY_MS + at * DAY_MS);
    return {
      label: name,
      spans: hours[day] ?? [],
      problem: isValidDay(hours[day]) ? undefined : words.say("agents.hours_bad", { day: name }),
      set: (spans: string[]) => write({ opening_hours: { ...hours, [day]: spans } }),
    };
  });
  const fields = [
    {
      label: words.say("agents.holidays"),
      note: words.say("agents.holidays_note"),
      value: holidays.join(", "),
      problem: holidays.every(isHoliday) ? undefined : words.say("agents.holidays_bad"),
      set: (text: string) => write({ holidays: listIn(text) }),
    },
    {
      label: words.say("agents.cal_event"),
      note: words.say("agents.cal_event_note"),
      value: event,
      problem: isEventType(event) ? undefined : words.say("agents.cal_event_bad"),
      set: (text: string) => write({ param: { ...asTree(calendar["param"]), eventTypeId: text.trim() } }),
    },
  ];
  return (
    <section className="controls" aria-label={words.say("agents.section_hours")}>
      <h2>{words.say("agents.section_hours")}</h2>
      <p className="hint">{words.say("agents.hours_note")}</p>
      <HoursGrid days={days} readOnly={readOnly} />
      {fields.map((field) => (
        <Field key={field.label} field={{ ...field, most: 2_000, isLeftToRight: true }} readOnly={readOnly} />
      ))}
    </section>
  );
}

/** What is being written after a comma stands there, too. */
function listIn(text: string): string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part, at, all) => part !== "" || (all.length > 1 && at > 0));
}

export function hoursAreValid(document: AgentDocument): boolean {
  const tools = apiToolsOf(document);
  if (!tools) return true;
  const calendar = asTree(calendarOf(tools));
  const isCalendarValid = holidaysOf(calendar).every(isHoliday) && isEventType(eventTypeOf(calendar));
  return isCalendarValid && WEEKDAYS.every((day) => isValidDay(hoursOf(tools)[day]));
}

function holidaysOf({ holidays }: Readonly<Record<string, unknown>>): string[] {
  return Array.isArray(holidays) ? holidays.map(String) : [];
}

function isHoliday(text: string): boolean {
  return HOLIDAY.test(text);
}

function eventTypeOf({ param }: Readonly<Record<string, unknown>>): string {
  const id = asTree(param)["eventTypeId"];
  return typeof id === "string" || typeof id === "number" ? String(id) : "";
}

function isEventType(text: string): boolean {
  return /^\d{0,12}$/.test(text);
}

function isValidDay(parts: readonly string[] = []): boolean {
  return parts.length <= MOST_SPANS && parts.every((part) => HOURS.test(part) && part.slice(0, 5) < part.slice(6));
}

function apiToolsOf(document: AgentDocument) {
  return conversationOf(document).tools_config.api_tools;
}

function isKind(kind: ToolKind, key: string): boolean {
  return toolKindOf(key) === kind;
}

function isOfCalendar(key: string): boolean {
  return OF_CALENDAR.some((kind) => isKind(kind, key));
}

function calendarOf({ tools, tools_params }: ApiTools): unknown {
  const tool = tools.find(({ key, name }) => isOfCalendar(key) && tools_params[name] !== undefined);
  return tool && tools_params[tool.name];
}

function hoursOf(tools: ApiTools): Readonly<Record<string, readonly string[]>> {
  const hours = asTree(asTree(calendarOf(tools))["opening_hours"]);
  return Object.fromEntries(Object.entries(hours).map(([day, parts]) => [day, Array.isArray(parts) ? parts.map(String) : []]));
}

function asTree(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) && !Array.isArray(value) ? value : {};
}
