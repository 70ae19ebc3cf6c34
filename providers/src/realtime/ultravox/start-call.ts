import { ANALYSIS_RATE_HZ, isRecord, ProviderFailure, type ThinkRequest } from "@ongea/conversation";
import { z } from "zod";
import { askForText } from "../../http/ask.ts";
import { instructionsOf } from "../../thoughts/instructions.ts";
import { wireTool } from "../../thoughts/wire-tool.ts";
import { SOUND_RATE_HZ } from "../generation.ts";

export interface UltravoxAccess {
  apiKey: string;
  /** `ultravox-v0.7` … */
  model: string;
  /** Absent: api.ultravox.ai. */
  baseUrl?: string | undefined;
  /** From the request to the first message of the call. */
  connectTimeoutMs?: number | undefined;
  /** The address was given by a person: of private ones only these are reached. */
  allowedPrivate?: readonly string[] | undefined;
}

interface CallOrder {
  language: string;
  opening: Omit<ThinkRequest, "messages"> | undefined;
  /** It speaks itself; absent: its answers are text. */
  voice: string | undefined;
}

const ULTRAVOX = "https://api.ultravox.ai";
const MOST_BYTES = 256 * 1_024;
/** Its turn ends so long after the last sound that we have sent: ours is decided by then. */
const TURN_ENDS_AFTER = "0.192s";
/** What a tool may take at most; nobody speaks meanwhile. */
const LONGEST_TOOL = "40s";
/** Sound is sent as it is made, and dropped by us. */
const BUFFER_MS = 30_000;
const answer = z.object({ joinUrl: z.url({ protocol: /^wss?$/ }).max(4_000) });

/** Makes a call at Ultravox in which nobody speaks first (POST /api/calls). The address by which it is joined is a secret. */
export async function startCall(
  { apiKey, model, baseUrl = ULTRAVOX, connectTimeoutMs, allowedPrivate }: UltravoxAccess & { connectTimeoutMs: number },
  order: CallOrder,
  signal: AbortSignal,
): Promise<URL> {
  const access = {
    baseUrl: new URL(baseUrl).origin,
    apiKey,
    keyHeader: "x-api-key",
    connectTimeoutMs,
    ...(allowedPrivate && { allowedPrivate }),
  };
  const body = JSON.stringify(bodyOf(model, order));
  const text = await askForText(access, { path: "api/calls", body, maxBytes: MOST_BYTES }, signal);
  const found = answer.safeParse(jsonIn(text)).data;
  if (!found) throw new ProviderFailure("bad-answer", "the provider made no call that can be joined");
  return new URL(found.joinUrl);
}

function bodyOf(model: string, { language, opening, voice }: CallOrder): object {
  return {
    model,
    ...(voice === undefined ? {} : { voice }),
    ...(opening && {
      systemPrompt: instructionsOf({ ...opening, messages: [] }).lasting,
      temperature: Math.min(1, Math.max(0, opening.settings.temperature)),
    }),
    languageHint: language,
    initialOutputMedium: voice === undefined ? "MESSAGE_MEDIUM_TEXT" : "MESSAGE_MEDIUM_VOICE",
    firstSpeakerSettings: { user: {} },
    recordingEnabled: false,
    joinTimeout: "10s",
    vadSettings: { turnEndpointDelay: TURN_ENDS_AFTER },
    medium: {
      serverWebSocket: {
        inputSampleRate: ANALYSIS_RATE_HZ,
        outputSampleRate: SOUND_RATE_HZ,
        clientBufferSizeMs: BUFFER_MS,
      },
    },
    selectedTools: (opening?.tools ?? []).map(wireTool).map(({ name, description, parameters }) => ({
      temporaryTool: {
        modelToolName: name,
        description,
        dynamicParameters: parametersOf(parameters),
        timeout: LONGEST_TOOL,
        client: {},
      },
    })),
  };
}

function parametersOf({ properties, required }: Record<string, unknown>): object[] {
  const needed = new Set(Array.isArray(required) ? required : []);
  return Object.entries(isRecord(properties) ? properties : {}).map(([name, schema]) => ({
    name,
    location: "PARAMETER_LOCATION_BODY",
    schema,
    required: needed.has(name),
  }));
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
