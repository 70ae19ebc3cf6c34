/** What the agent can do in a call: the tools that this server runs itself, and the hours within which it gives appointments. */
import { type ApiTools, CONVERSATION_PATH, type AgentDocument, conversationOf } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { LANGUAGE_FACTS, useWords } from "../../words/index.ts";
import type { Bound } from "./fields.tsx";
import { Functions } from "./functions.tsx";
import { Transfers } from "./transfers.tsx";
import * as questions from "./questions.ts";

const API_TOOLS = [...CONVERSATION_PATH, "tools_config", "api_tools"] as const;
/** Each has two spellings on the wire. */
const KINDS = {
  check: ["check_availability_of_slots", "calendar_slot_availability"],
  book: ["book_appointment", "calendar_book"],
  message: ["take_message"],
} as const;
type Kind = keyof typeof KINDS;

const DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
const HOURS = /^(?:[01]\d|2[0-3]):[0-5]\d-(?:[01]\d|2[0-3]|24):[0-5]\d$/;
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
  const turn = (kind: Kind, on: boolean): void => {
    const others = tools.tools.filter(({ key }) => !isKind(kind, key));
    const example = offered && apiToolsOf(offered);
    const made = example?.tools.filter(({ key }) => isKind(kind, key)) ?? [];
    const calendar = Object.fromEntries(
      made.map(({ name }) => [name, calendarOf(tools) ?? example?.tools_params[name]]).filter(([, value]) => value !== undefined),
    ) as Record<string, unknown>;
    change({
      ...tools,
      tools: on ? [...others, ...made] : others,
      ...(on ? { tools_params: { ...tools.tools_params, ...calendar } } : {}),
    });
  };
  const hasCalendar = tools.tools.some(({ key }) => isKind("check", key) || isKind("book", key));
  return (
    <>
      <section className="controls" aria-label={words.say("agents.section_tools")}>
        <h2>{words.say("agents.section_tools")}</h2>
        {(Object.keys(KINDS) as Kind[]).map((kind) => (
          <label key={kind} className="control">
            <span>{words.say(`agents.tool_${kind}`)}</span>
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
      <Transfers tools={tools} change={change} readOnly={bound.readOnly} />
      <Functions tools={tools} change={change} readOnly={bound.readOnly} />
    </>
  );
}

function Hours({
  tools,
  change,
  readOnly,
}: {
  tools: ApiTools;
  change: (next: ApiTools) => void;
  readOnly: boolean;
}): React.ReactNode {
  const words = useWords();
  const id = useId();
  const hours = hoursOf(tools);
  const names = new Intl.DateTimeFormat([...LANGUAGE_FACTS[words.language].locales], { weekday: "long", timeZone: "UTC" });
  const write = (day: string, text: string): void => {
    const opening_hours = {
      ...hours,
      [day]: text
        .split(",")
        .map((part) => part.trim())
        .filter((part, at, all) => part !== "" || (all.length > 1 && at > 0)),
    };
    const params = { ...tools.tools_params };
    for (const { key, name } of tools.tools)
      if (isKind("check", key) || isKind("book", key))
        params[name] = { slot_minutes: 30, ...asTree(params[name]), opening_hours };
    change({ ...tools, tools_params: params });
  };
  return (
    <section className="controls" aria-label={words.say("agents.section_hours")}>
      <h2>{words.say("agents.section_hours")}</h2>
      <p className="hint">{words.say("agents.hours_note")}</p>
      {DAYS.map((day, at) => {
        const name = names.format(MONDAY_MS + at * DAY_MS);
        const bad = !isValidDay(hours[day]);
        return (
          <div key={day} className="control">
            <label htmlFor={`${id}-${day}`}>{name}</label>
            <div className="means">
              <input
                id={`${id}-${day}`}
                className="input"
                dir="ltr"
                maxLength={200}
                disabled={readOnly}
                aria-invalid={bad}
                aria-describedby={bad ? `${id}-${day}-problem` : undefined}
                value={(hours[day] ?? []).join(", ")}
                onChange={({ target }) => write(day, target.value)}
              />
              {bad && (
                <p className="problem" id={`${id}-${day}-problem`}>
                  {words.say("agents.hours_bad", { day: name })}
                </p>
              )}
            </div>
          </div>
        );
      })}
    </section>
  );
}

export function hoursAreValid(document: AgentDocument): boolean {
  const tools = apiToolsOf(document);
  return !tools || DAYS.every((day) => isValidDay(hoursOf(tools)[day]));
}

function isValidDay(parts: readonly string[] = []): boolean {
  return parts.length <= MOST_SPANS && parts.every((part) => HOURS.test(part) && part.slice(0, 5) < part.slice(6));
}

function apiToolsOf(document: unknown) {
  return conversationOf(document as AgentDocument).tools_config.api_tools;
}

function isKind(kind: Kind, key: string): boolean {
  return (KINDS[kind] as readonly string[]).includes(key);
}

function calendarOf({ tools, tools_params }: ApiTools): unknown {
  const tool = tools.find(({ key, name }) => (isKind("check", key) || isKind("book", key)) && tools_params[name] !== undefined);
  return tool && tools_params[tool.name];
}

function hoursOf(tools: ApiTools): Readonly<Record<string, readonly string[]>> {
  const hours = asTree(asTree(calendarOf(tools))["opening_hours"]);
  return Object.fromEntries(Object.entries(hours).map(([day, parts]) => [day, Array.isArray(parts) ? parts.map(String) : []]));
}

function asTree(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}
