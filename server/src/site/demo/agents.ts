/** The documents of a demo workspace's twelve assistants. Pure. */
import type { AgentDocument } from "@ongea/contract";
import { TEMPLATES } from "../../agents/index.ts";
import { COUNTRIES, numberIn } from "./countries.ts";
import type { DemoAgent } from "./calls.ts";
import { randomOf } from "./random.ts";
import { ORGANISATIONS, type Organisation } from "./stories/index.ts";

/** As speech providers name them; the built-in voices speak all of these. */
const SPOKEN: Readonly<Record<string, string>> = { en: "en-US", sw: "sw", fr: "fr-FR", pt: "pt-PT" };

export interface FreshAgent extends DemoAgent {
  document: AgentDocument;
  createdAt: Date;
}

/** They were made one after the other before the first call. */
export function makeAgents(workspaceId: string, now: Date): FreshAgent[] {
  const random = randomOf(`${workspaceId}/agents`);
  return ORGANISATIONS.map((organisation, index) => ({
    id: random.uuid(),
    name: organisation.agent,
    number: numberIn(COUNTRIES[organisation.country], random),
    document: documentOf(organisation),
    createdAt: new Date(now.getTime() - 33 * 86_400_000 + index * 7_400_000),
  }));
}

function documentOf({ agent, type, language, welcome, about }: Organisation): AgentDocument {
  const key = type === "front_desk" ? "front_desk" : "customer_service";
  const template = TEMPLATES.find((one) => one.key === key) ?? TEMPLATES[0];
  if (!template) throw new Error("There is no template for an assistant");
  const { agent_config } = template.document;
  const [call, ...later] = agent_config.tasks;
  const { synthesizer, transcriber } = call.tools_config;
  const provider_config = { ...synthesizer.provider_config, language: SPOKEN[language] ?? "en-US" };
  const tools_config = {
    ...call.tools_config,
    synthesizer: { ...synthesizer, provider_config },
    transcriber: { ...transcriber, language },
  };
  const tasks: typeof agent_config.tasks = [{ ...call, tools_config }, ...later];
  return {
    agent_config: { ...agent_config, agent_name: agent, agent_type: type, agent_welcome_message: welcome, tasks },
    agent_prompts: { task_1: { system_prompt: promptOf(agent, about) } },
  };
}

function promptOf(agent: string, about: string): string {
  return `You are the telephone assistant "${agent}". Speak the language of the caller. Keep responses to at most 2 sentences. Ask one question at a time.

${about}

To book something ask for the name, the day, the time and a telephone number, then read everything back and wait for a yes before booking.
If someone wants to speak to a person, take their name and telephone number for a call back.
If you do not know something, say so and offer that a colleague calls back. Never ask for a PIN.`;
}
