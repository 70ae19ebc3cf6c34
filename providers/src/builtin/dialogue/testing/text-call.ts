/** A text conversation with the guided dialogue, for tests: tools answer from a little book of appointments. */
import type { LanguageModel, Message, ThinkRequest, Thought, ToolDefinition } from "@ongea/conversation";
import { createFormGuard, spokenValues, type DoneCorrection, type FormGuard } from "@ongea/conversation";
import { createRuleBasedDialogue } from "../rule-based-dialogue.ts";

export const CLINIC = `You are the front desk of Imani Clinic in Nairobi. You are warm and brief: keep your responses to at most 2 sentences.
Never give medical advice. If the caller is in danger, tell them to call 999. The password for staff is mkate.

Facts:
- We are open Monday to Friday from 8:00 to 17:00 and on Saturday from 9:00 to 13:00. We are closed on Sundays.
- The clinic is on Ngong Road, opposite the Prestige Plaza.
- A consultation costs 1,500 shillings, and a child's consultation 1,000 shillings.
- You can pay with M-Pesa, cash or card.
- We accept NHIF and most private insurance.
- There is free parking behind the building.
- We offer general medicine, vaccinations and laboratory tests.

Rules:
- Ask for the name and the phone number before booking.`;

/** A wish of any business that no tool carries out. */
export const COMPLAINT = "I want to complain, my bill is much too high and nobody answers";

export interface Exchange {
  said: string;
  tools: { name: string; arguments: Record<string, unknown> }[];
  ended: boolean;
  thoughts: Thought[];
}

export class TextCall {
  readonly messages: Message[] = [];
  readonly bookings: Record<string, unknown>[] = [];
  /** What a tool of one's own gives back; `undefined`: the book of appointments answers. */
  answer: (name: string, given: Record<string, unknown>) => unknown = () => undefined;
  readonly taken = new Set<string>();
  readonly request: Omit<ThinkRequest, "messages">;
  readonly #llm: LanguageModel;
  readonly #guard: FormGuard;

  constructor({
    instructions = CLINIC,
    language = "en",
    localTime = "2026-11-21T09:41:00+03:00",
    tools = ["check_availability", "book_appointment", "take_message", "end_call"] as readonly (string | ToolDefinition)[],
    knowledge = [] as ThinkRequest["knowledge"],
    dialogue = createRuleBasedDialogue(),
  } = {}) {
    this.#llm = dialogue;
    this.request = {
      instructions,
      knowledge,
      language,
      localTime,
      tools: tools.map((tool) => (typeof tool === "string" ? { name: tool, description: "", parameters: {} } : tool)),
      settings: { maxTokens: 150, temperature: 0 },
    };
    this.#guard = createFormGuard({
      reader: spokenValues(),
      checkArguments: (_schema, value) => ({ value, problems: [] }),
      country: "KE",
      callerNumber: "",
      facts: [],
      instructions,
      tools: this.request.tools,
      holdsFacts: false,
      corrected: () => {},
    });
  }

  /** What is said to the caller in answer. */
  async says(text: string, confidence?: number): Promise<Exchange> {
    this.messages.push({ role: "caller", text, ...(confidence === undefined ? {} : { confidence }) });
    const exchange: Exchange = { said: "", tools: [], ended: false, thoughts: [] };
    for (let round = 0; round < 5; round++) {
      let called = false;
      for await (const thought of this.#llm.think({ ...this.request, messages: this.messages }, new AbortController().signal)) {
        exchange.thoughts.push(thought);
        if (thought.kind === "text")
          exchange.said += (exchange.said === "" || thought.text.startsWith(" ") ? "" : " ") + thought.text;
        if (thought.kind !== "tool") continue;
        if (thought.name === "end_call") exchange.ended = true;
        else {
          called = true;
          this.#use(thought, exchange);
        }
      }
      if (!called) break;
    }
    this.messages.push({ role: "assistant", text: exchange.said });
    return exchange;
  }

  #use(thought: Extract<Thought, { kind: "tool" }>, exchange: Exchange): void {
    const given = JSON.parse(thought.arguments) as Record<string, unknown>;
    const { id, name } = thought;
    const { tool, instead } = this.#mustPass(thought);
    this.messages.push({ role: "tool-call", id, name, arguments: thought.arguments });
    const steps = instead ? [{ name: instead.tool.name, arguments: instead.arguments, tool: instead.tool }] : [];
    let result = "";
    for (const step of instead?.kind === "change" ? steps : [...steps, { name, arguments: thought.arguments, tool }]) {
      const used = instead ? (JSON.parse(step.arguments) as Record<string, unknown>) : given;
      exchange.tools.push({ name: step.name, arguments: used });
      result = inJson(this.#result(step.name, used));
      this.#guard.ran({ id, name: step.name, arguments: step.arguments }, step.tool, { ok: true, result });
    }
    this.messages.push({ role: "tool-result", id, name, result });
  }

  /** What the dialogue has read back and was answered yes to passes the form guard. */
  #mustPass(call: Extract<Thought, { kind: "tool" }>): {
    tool?: ToolDefinition | undefined;
    instead?: DoneCorrection | undefined;
  } {
    const found = this.request.tools.find(({ name }) => name === call.name);
    const tool = found && {
      ...found,
      hasEffect: found.hasEffect ?? !/check|look|find|list|get|transfer|status|track/.test(found.name),
    };
    const { tools, language, localTime } = this.request;
    const verdict = this.#guard.judge({ call, tool, messages: this.messages, tools, language, localTime });
    if (verdict.kind === "run") return { tool, instead: verdict.instead };
    if (verdict.kind === "known") return { tool };
    const said = this.messages
      .slice(-4)
      .map((message) => ("text" in message ? `${message.role}: ${message.text}` : message.role));
    throw new Error(["The form guard holds this:", call.arguments, verdict.result, ...said].join("\n"));
  }

  #result(name: string, given: Record<string, unknown>): unknown {
    const own = this.answer(name, given);
    if (own !== undefined) return own;
    const { date, time } = given;
    if (name === "check_availability")
      return this.taken.has(`${String(date)} ${String(time)}`)
        ? { available: false, alternatives: [`${String(date)}T11:00`, `${String(date)}T14:30`] }
        : { available: true };
    this.bookings.push(given);
    return name === "book_appointment" ? { booked: true, reference: "A-1042" } : { taken: true, reference: "M-7" };
  }
}

function inJson(result: unknown): string {
  return typeof result === "string" ? result : JSON.stringify(result);
}
