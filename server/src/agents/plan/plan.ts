/** Which assistant, under which rules: its document becomes the plan of one conversation. Pure. */
import {
  type AgentDocument,
  type ApiTool,
  type ApiTools,
  type ConversationTask,
  confirmationOf,
  conversationOf,
  isFunction,
  isMcpTool,
  isSendTool,
  isTransferTool,
  MCP_TOOL_SECONDS,
  mcpRequestOf,
  requestOf,
  routesOf,
  sendSettingsOf,
  transferNumberOf,
  USER_ONLINE_MESSAGE,
} from "@ongea/contract";
import { AMBIENT_TRACKS, END_CALL_TOOL, type AmbientTrack, type Plan, type ToolDefinition } from "@ongea/conversation";
import { z } from "zod";
import type { SpeechPreferences } from "../../engines/index.ts";
import { dateFormat, isTimeZone, localIso } from "../../platform/time/local-time.ts";
import { TRANSFER_LIMIT_MS } from "../transfer/transfer-limits.ts";
import { AGAIN, FILLERS } from "./fillers.ts";
import { GOODBYES, LISTENING_WORDS, UNHEARD } from "./goodbyes.ts";
import { filled } from "./placeholders.ts";
import { APOLOGIES, STILL_THERE } from "./style.ts";

export interface CallFacts {
  callId: string;
  agentId: string;
  direction: Plan["direction"];
  fromNumber?: string | undefined;
  toNumber?: string | undefined;
  userData: Readonly<Record<string, unknown>>;
  /** When the conversation opens. */
  startedAt: Date;
  /** Of the installation; the assistant or the caller's data may name another. */
  timeZone: string;
  /** Of the installation, ISO 3166. */
  country?: string | undefined;
}

/** The defaults of the wire. */
const VOICEMAIL_SECONDS = 30;
const VOICEMAIL_WORDS = 7;

export function planFor(document: AgentDocument, facts: CallFacts): Plan {
  const config = document.agent_config;
  const { tools_config, task_config: rules, system_prompt } = conversationOf(document);
  const { llm_agent, transcriber, synthesizer } = tools_config;
  const llm = llm_agent.llm_config;
  const language = languageOf(document);
  const timeZone = timeZoneOf(facts);
  const values = valuesOf(facts);
  const fill = (text: string): string => filled(text, values);
  const hangUpMessage = fill(inLanguage(rules.call_hangup_message ?? "", language));
  return {
    callId: facts.callId,
    direction: facts.direction,
    language,
    timeZone,
    startedAtEpochMs: facts.startedAt.getTime(),
    startedAtLocal: localIso(facts.startedAt, timeZone),
    ...knownOf(facts),
    ...(rules.hold_unknown_facts ? { holdsUnknownFacts: true } : {}),
    welcomeMessage: fill(config.agent_welcome_message),
    instructions: fill(system_prompt),
    knowledge: [],
    tools: toolsOf(document, { fill, inWords: (message) => fill(inLanguage(message, language)) }),
    keywords: (transcriber.keywords ?? "")
      .split(",")
      .map((word) => word.split(":")[0]?.trim() ?? "")
      .filter((word) => word !== ""),
    model: {
      maxTokens: llm.max_tokens,
      temperature: llm.temperature,
      topP: llm.top_p,
      presencePenalty: llm.presence_penalty,
      frequencyPenalty: llm.frequency_penalty,
    },
    ...(llm.first_words_seconds === undefined ? {} : { firstWordsMs: llm.first_words_seconds * 1_000 }),
    turnTaking: {
      endpointingMs: transcriber.endpointing,
      incrementalDelayMs: rules.incremental_delay,
      wordsForInterruption: rules.number_of_words_for_interruption,
    },
    silence: {
      ...(rules.check_if_user_online ? { promptAfterMs: rules.trigger_user_online_message_after * 1_000 } : {}),
      promptMessage: fill(stillThere(inLanguage(rules.check_user_online_message, language), language)),
      hangUpAfterMs: rules.hangup_after_silence * 1_000,
    },
    ending: {
      terminateAfterMs: rules.call_terminate * 1_000,
      hangUpMessage,
      stopMessage: hangUpMessage.trim() === "" ? inLanguage(GOODBYES, language) : hangUpMessage,
      silenceMessage: inLanguage(UNHEARD, language),
      agentMayHangUp: rules.hangup_after_LLMCall,
      ...(rules.call_cancellation_prompt ? { agentHangsUpWhen: rules.call_cancellation_prompt } : {}),
      apology: inLanguage(APOLOGIES, language),
    },
    ...(rules.backchanneling
      ? {
          backchannel: {
            words: inLanguage(LISTENING_WORDS, language),
            startAfterMs: rules.backchanneling_start_delay * 1_000,
            everyMs: rules.backchanneling_message_gap * 1_000,
          },
        }
      : {}),
    ...fillersOf(rules, language, fill),
    mostCharactersAtOnce: synthesizer.buffer_size,
    routes: routesIn(document, fill),
    ...voicemailOf(rules, facts.direction, (message) => fill(inLanguage(message, language))),
    ...(rules.ambient_noise ? { ambience: trackOf(rules.ambient_noise_track) } : {}),
  };
}

const MOST_FACTS = 50;

/** What the call knows of the person before anybody speaks. */
function knownOf({
  direction,
  fromNumber,
  toNumber,
  country,
  userData,
}: CallFacts): Pick<Plan, "country" | "callerNumber" | "facts"> {
  const number = direction === "outbound" ? toNumber : direction === "inbound" ? fromNumber : undefined;
  const facts = Object.values(userData).filter((value) => typeof value === "string" || typeof value === "number");
  return {
    ...(country === undefined ? {} : { country }),
    ...(number === undefined || number === "" ? {} : { callerNumber: number }),
    ...(facts.length === 0 ? {} : { facts: facts.slice(0, MOST_FACTS).map(String) }),
  };
}

/** A document that was given no words of its own has the wire's English ones. */
function stillThere(message: string, language: string): string {
  return message === USER_ONLINE_MESSAGE ? inLanguage({ ...STILL_THERE, en: message }, language) : message;
}

/** Its own words are those of the language that it speaks first; the call may go on in another. */
function fillersOf(
  { use_fillers, filler_message }: ConversationTask["task_config"],
  language: string,
  fill: (text: string) => string,
): Pick<Plan, "fillers"> {
  if (!use_fillers) return {};
  const own = fill(inLanguage(filler_message ?? "", language))
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const words = own.length === 0 ? FILLERS : { ...FILLERS, [language.split("-")[0] ?? language]: own };
  return { fillers: { words, again: AGAIN } };
}

/** Of calls that it places. */
function voicemailOf(
  rules: ConversationTask["task_config"],
  direction: Plan["direction"],
  inWords: (message: Spoken) => string,
): Pick<Plan, "voicemail"> {
  if (!rules.voicemail || direction !== "outbound") return {};
  const { voicemail_detection_duration: seconds, voicemail_min_transcript_length: leastWords, voicemail_message } = rules;
  const message = inWords(voicemail_message ?? "").trim();
  return {
    voicemail: {
      withinMs: (seconds ?? VOICEMAIL_SECONDS) * 1_000,
      leastWords: leastWords ?? VOICEMAIL_WORDS,
      ...(message === "" ? {} : { message }),
    },
  };
}

/** The wire's default. */
const ROUTE_THRESHOLD = 0.85;

/** One without an example or an answer answers nothing. */
function routesIn(document: AgentDocument, fill: (text: string) => string): NonNullable<Plan["routes"]> {
  return routesOf(document).flatMap(({ route_name, utterances, response, score_threshold: threshold = ROUTE_THRESHOLD }) => {
    const answers = [response].flat().map(fill).filter(isWritten);
    const examples = utterances.filter(isWritten);
    return answers.length > 0 && examples.length > 0 ? [{ name: route_name, examples, answers, threshold }] : [];
  });
}

function isWritten(text: string): boolean {
  return text.trim() !== "";
}

/** What the assistant asks of the mind and the voice that it is lent. */
export function preferencesOf(document: AgentDocument): SpeechPreferences {
  const { llm_agent, synthesizer } = conversationOf(document).tools_config;
  const { voice, speed } = synthesizer.provider_config;
  return { model: llm_agent.llm_config.model, voice, pace: speed };
}

/** One that nobody knows is the quietest. */
function trackOf(name: string | null): AmbientTrack {
  return AMBIENT_TRACKS.find((one) => one === name) ?? "office-ambience";
}

type Spoken = NonNullable<ApiTool["pre_call_message"]>;

/** The tools that an assistant has, by the names that a mind calls them; one that nothing can be done with is not offered. */
function toolsOf(
  document: AgentDocument,
  { fill, inWords }: { fill: (text: string) => string; inWords: (message: Spoken) => string },
): ToolDefinition[] {
  const given = conversationOf(document).tools_config.api_tools;
  if (!given) return [];
  return given.tools
    .filter((tool) => isKnownTool(tool.key) || isOffered(given, tool))
    .filter(({ name }) => name !== END_CALL_TOOL)
    .map((tool) => ({
      name: tool.name,
      description: `${tool.description}${sentBy(given, tool, fill)}`,
      // Of a transfer the call knows everything: no model need say it.
      parameters: (isTransferTool(tool) ? undefined : tool.parameters) ?? { type: "object", properties: {} },
      ...(tool.pre_call_message ? { waitMessage: inWords(tool.pre_call_message) } : {}),
      ...(tool.answer_template ? { answerTemplate: tool.answer_template } : {}),
      ...limitOf(tool),
      ...(hasEffect(given, tool)
        ? { hasEffect: true, ...unconfirmed(given, tool), ...hoursOf(given, tool), ...remediesOf(given, tool) }
        : {}),
      ...(["cancel_appointment", "move_appointment"].includes(tool.key) ? { listsWithout: WHICH_ONE } : {}),
    }));
}

/** A model reads the words back that are sent. */
function sentBy(given: ApiTools, tool: ApiTool, fill: (text: string) => string): string {
  const { text } = isSendTool(tool) ? sendSettingsOf(given, tool) : {};
  return text ? ` It says: ${fill(text)}` : "";
}

/** A server's tool ends by itself a little before. */
const MCP_GRACE_MS = 1_000;

function limitOf(tool: ApiTool): Pick<ToolDefinition, "limitMs"> {
  if (isTransferTool(tool)) return { limitMs: TRANSFER_LIMIT_MS };
  const remote = mcpRequestOf(tool);
  return remote ? { limitMs: (remote.timeout_seconds ?? MCP_TOOL_SECONDS) * 1_000 + MCP_GRACE_MS } : {};
}

/** Only what reads has none: looking into the calendar, and functions that are asked by GET. Its document may say otherwise. */
export function hasEffect(given: ApiTools, tool: ApiTool): boolean {
  if (given.tools.some(({ undo, change }) => undo === tool.name || change === tool.name)) return true;
  if (typeof tool.effect === "boolean") return tool.effect;
  if (isMcpTool(tool)) return true;
  if (isKnownTool(tool.key)) return isMessageTool(tool.key) || isSendTool(tool) || appointmentActOf(tool.key) !== "check";
  return isFunction(tool) && requestOf(given, tool)?.method !== "GET";
}

/** What undoes and changes it: as its document says, of a booking the tools of the same calendar. */
function remediesOf({ tools }: ApiTools, tool: ApiTool): Pick<ToolDefinition, "undo" | "change"> {
  const isBooking = isKnownTool(tool.key) && !isMessageTool(tool.key) && appointmentActOf(tool.key) === "book";
  const own = (key: string): string | undefined => (isBooking ? tools.find((one) => one.key === key)?.name : undefined);
  const undo = tool.undo || own("cancel_appointment");
  const change = tool.change || own("move_appointment");
  return { ...(undo === undefined ? {} : { undo }), ...(change === undefined ? {} : { change }) };
}

function unconfirmed(given: ApiTools, tool: ApiTool): Pick<ToolDefinition, "needsConfirmation"> {
  return confirmationOf(given, tool) === false ? { needsConfirmation: false } : {};
}

const Hours = z.looseObject({ opening_hours: z.record(z.string(), z.array(z.string().max(20)).max(4)) });

/** Of the calendar that it books in; one without hours has no closed ones. */
function hoursOf({ tools_params }: ApiTools, { key, name }: ApiTool): Pick<ToolDefinition, "openingHours"> {
  if (!isKnownTool(key) || isMessageTool(key) || isSendTool({ key }) || !Object.hasOwn(tools_params, name)) return {};
  const hours = Hours.safeParse(tools_params[name]).data?.opening_hours;
  return hours && Object.values(hours).some((spans) => spans.length > 0) ? { openingHours: hours } : {};
}

function isOffered(given: ApiTools, tool: ApiTool): boolean {
  if (isTransferTool(tool)) return transferNumberOf(given, tool) !== undefined;
  return isMcpTool(tool) ? mcpRequestOf(tool) !== undefined : isFunction(tool) && requestOf(given, tool) !== undefined;
}

/** Tools that this server runs itself. */
export function isKnownTool(key: string): boolean {
  return isMessageTool(key) || isSendTool({ key }) || key in APPOINTMENT_ACTS;
}

export function isMessageTool(key: string): boolean {
  return key === "take_message";
}

/** Two of them have two spellings on the wire. */
const APPOINTMENT_ACTS = {
  check_availability_of_slots: "check",
  calendar_slot_availability: "check",
  book_appointment: "book",
  calendar_book: "book",
  cancel_appointment: "cancel",
  move_appointment: "move",
} as const;

/** Of a known tool that takes no message. */
export function appointmentActOf(key: string): (typeof APPOINTMENT_ACTS)[keyof typeof APPOINTMENT_ACTS] {
  return Object.entries(APPOINTMENT_ACTS).find(([known]) => known === key)?.[1] ?? "check";
}

/** Called without them, these change nothing and say which appointments there are. */
const WHICH_ONE = ["date", "time"];

/** A message for every language, or one a language: that of the call, else English, else the first. */
export function inLanguage(message: string | Readonly<Record<string, string>>, language: string): string {
  if (typeof message === "string") return message;
  const short = language.split("-")[0] ?? language;
  return message[language] ?? message[short] ?? message["en"] ?? Object.values(message)[0] ?? "";
}

/** What `{name}` may stand for in this call; `timezone` is always among them. */
export function valuesOf(facts: CallFacts): Record<string, string> & { timezone: string } {
  const timeZone = timeZoneOf(facts);
  const values: Record<string, string> = {};
  for (const [name, value] of Object.entries(facts.userData)) {
    if (["string", "number", "boolean"].includes(typeof value)) values[name] = String(value);
  }
  const local = (options: Intl.DateTimeFormatOptions): string =>
    dateFormat("en-GB", { timeZone, ...options }).format(facts.startedAt);
  return {
    ...values,
    agent_id: facts.agentId,
    execution_id: facts.callId,
    call_sid: facts.callId,
    from_number: facts.fromNumber ?? "",
    to_number: facts.toNumber ?? "",
    current_date: local({ dateStyle: "full" }),
    current_time: local({ timeStyle: "short" }),
    timezone: timeZone,
  };
}

const Zone = z.object({ timezone: z.string().refine(isTimeZone) });

function timeZoneOf(facts: CallFacts): string {
  const given = Zone.safeParse(facts.userData);
  return given.success ? given.data.timezone : facts.timeZone;
}

/** The recogniser's language says what is spoken; the voice's adds the country where both agree. */
export function languageOf(document: AgentDocument): string {
  const { transcriber, synthesizer } = conversationOf(document).tools_config;
  const [heard, spoken] = [transcriber.language, synthesizer.provider_config.language];
  return spoken.split("-")[0] === heard.split("-")[0] ? spoken : heard;
}
