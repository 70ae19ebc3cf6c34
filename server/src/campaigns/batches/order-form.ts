/** A batch as a form sends it. */
import { bodyBytes } from "../../platform/http/body-bytes.ts";
import { BatchFollowUp, BatchGoal, BatchMessage, RetryConfig } from "@ongea/contract";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { check } from "../../platform/http/check.ts";
import { formIn, type Form } from "../../platform/http/form.ts";
import { refuse } from "../../platform/http/refuse.ts";

const Name = z.string().trim().min(1).max(255);

const Numbers = z.array(z.string().trim().min(1).max(40)).max(100);

const Given = z.object({
  agent_id: z.uuid(),
  file: Name,
  from: Numbers,
  retry: RetryConfig.nullable(),
  goal: BatchGoal.nullable(),
  message: BatchMessage.nullable(),
  follow_up: BatchFollowUp.nullable(),
});

export async function orderIn(request: FastifyRequest) {
  const form = await formIn(request.headers["content-type"] ?? "", bodyBytes(request));
  const { file } = form;
  const given = {
    agent_id: form.firsts["agent_id"],
    file: file?.name,
    from: sendersIn(form),
    retry: jsonIn(form, "retry_config"),
    goal: jsonIn(form, "goal"),
    message: jsonIn(form, "message"),
    follow_up: jsonIn(form, "follow_up"),
  };
  const read = check(Given, given, "body");
  const { agent_id: agentId, file: fileName, from: fromNumbers, retry, goal, message, follow_up: followUp } = read;
  if (followUp && message) throw wrong("follow_up", "is for calls, not beside a message");
  if (followUp?.to.some((occasion) => occasion !== "unanswered") && !goal) throw wrong("goal", "is what the message waits for");
  const bytes = new Uint8Array((await file?.arrayBuffer()) ?? new ArrayBuffer(0));
  return { agentId, fileName, fromNumbers, retry, goal, message, followUp, bytes };
}

/** Repeated, as one JSON list, or by the older name. */
function sendersIn(form: Form): string[] {
  return [...form.all("from_phone_numbers"), ...form.all("from_phone_number")].flatMap((text) => {
    if (!text.trim().startsWith("[")) return text.trim() === "" ? [] : [text.trim()];
    const list = z.array(z.string()).safeParse(parsed(text));
    return list.success ? list.data : [text];
  });
}

function jsonIn({ firsts }: Form, field: "goal" | "message" | "follow_up" | "retry_config"): unknown {
  const text = firsts[field];
  if (text === undefined || text.trim() === "") return null;
  const given = parsed(text);
  if (given === undefined) throw refuse("request.invalid", [{ type: "json", loc: ["body", field], msg: "must be JSON" }]);
  return given;
}

export function wrong(field: string, msg: string): Error {
  return refuse("request.invalid", [{ type: "value_error", loc: ["body", field], msg }]);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
