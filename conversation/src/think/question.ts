/** What the mind is told besides the conversation itself. */
import type { Plan } from "../plan.ts";
import type { ThinkRequest, ToolDefinition } from "../ports.ts";

const HANGS_UP_WHEN = "Once the caller has said goodbye, or has nothing more to ask.";

/** Returns a function that gives the request at a moment of the conversation, ms since it was opened, in the language that is spoken then. */
export function questionFrame(
  plan: Plan,
  endCallTool: string,
  channel: Pick<ThinkRequest, "isWritten"> = {},
): (sinceMs: number, language: string) => Omit<ThinkRequest, "messages"> {
  const tools: ToolDefinition[] = [...plan.tools];
  if (plan.ending.agentMayHangUp) {
    tools.push({
      name: endCallTool,
      description: `Ends the call after your words have been spoken. Say goodbye in the same answer. When to call it: ${asSentence(plan.ending.agentHangsUpWhen ?? HANGS_UP_WHEN)}`,
      parameters: { type: "object", properties: {}, additionalProperties: false },
    });
  }
  return (sinceMs, language) => ({
    instructions: plan.instructions,
    knowledge: plan.knowledge,
    tools,
    language,
    localTime: localTime(plan.startedAtLocal, sinceMs),
    settings: plan.model,
    ...channel,
    ...(plan.callerNumber === undefined ? {} : { callerNumber: plan.callerNumber }),
  });
}

/** An owner's words, in any language, as they wrote them. */
const asSentence = (text: string): string => (/[.!?…።؟]\s*$/u.test(text) ? text.trim() : `${text.trim()}.`);

/** Adds milliseconds to an ISO 8601 local time with offset, without a time zone database: calls are short and offsets rarely change in one. */
export function localTime(startedAt: string, sinceMs: number): string {
  const match = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.\d+)?(Z|[+-]\d\d:\d\d)$/.exec(startedAt);
  if (!match) return startedAt;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(Number);
  let seconds = hour * 3_600 + minute * 60 + second + Math.floor(sinceMs / 1_000);
  let [y, m, d] = [year, month, day];
  for (; seconds >= 86_400; seconds -= 86_400) [y, m, d] = dayAfter(y, m, d);
  const two = (n: number): string => String(n).padStart(2, "0");
  return `${y}-${two(m)}-${two(d)}T${two(Math.floor(seconds / 3_600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}${match[7]}`;
}

function dayAfter(year: number, month: number, day: number): [number, number, number] {
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 31;
  if (day < days) return [year, month, day + 1];
  return month < 12 ? [year, month + 1, 1] : [year + 1, 1, 1];
}
