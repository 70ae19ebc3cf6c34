/** STT over HTTP by services that take files: each segment of speech is sent as a WAV in a form, and the answer is JSON. */
import { ProviderFailure, wavOf, type Recogniser, type Words } from "@ongea/conversation";
import { askForText, Refusal, type Ask, type ServiceAccess } from "../http/ask.ts";
import { formOf } from "../http/multipart.ts";
import { createSegmentRecogniser, type Segment } from "./segment-recogniser.ts";

export interface FileService {
  /** By which usage and failures tell of it. */
  name: string;
  /** One object as long as its key lives: a service that asks to be left alone is remembered by it. */
  access: ServiceAccess | PassingAccess;
  path: string;
  /** Of the form that holds the sound. */
  file: string;
  /** The others of the form. Throws a ProviderFailure when the service does not speak the segment's language. */
  fields(segment: Segment): Readonly<Record<string, string>>;
  /** In the address. */
  query?(segment: Segment): Readonly<Record<string, string>>;
  /** Throws when the answer is not understood. */
  words(answer: unknown): Words;
}

/** A key that does not last. */
export interface PassingAccess {
  current(): Promise<ServiceAccess>;
  /** The service does not know its key any more: it is asked once more, with the next. */
  refused(access: ServiceAccess): Promise<void>;
}

const RATE_HZ = 16_000;
const UNAUTHORISED = 401;
const MAX_ANSWER_BYTES = 256 * 1024;
/** A turn waits 3 s for its words: before they are over somebody else has to hear them. */
const ANSWER_WITHIN_MS = 2_500;
/** Shorter sound is refused by the services and holds no word. */
const MIN_SAMPLES = 1_600;

export function createFileRecogniser(service: FileService): Recogniser {
  const hear = (segment: Segment, signal: AbortSignal): Promise<Words> => transcribe(service, segment, signal);
  return createSegmentRecogniser(service.name, hear, { answerWithinMs: ANSWER_WITHIN_MS });
}

async function transcribe(service: FileService, segment: Segment, signal: AbortSignal): Promise<Words> {
  if (segment.sound.length < MIN_SAMPLES) return { text: "" };
  const { path } = service;
  const file = { field: service.file, name: "speech.wav", type: "audio/wav", bytes: wavOf(segment.sound, RATE_HZ) };
  const body = formOf(service.fields(segment), file);
  const query = service.query?.(segment) ?? {};
  const text = await answerOf(service.access, { path, query, body, maxBytes: MAX_ANSWER_BYTES }, signal);
  if (signal.aborted) throw new ProviderFailure("cancelled", "no longer wanted");
  try {
    const words = service.words(JSON.parse(text));
    return { ...words, text: words.text.trim() };
  } catch (cause) {
    throw new ProviderFailure("bad-answer", "the provider's transcription is not understood", { cause });
  }
}

async function answerOf(access: FileService["access"], asked: Ask, signal: AbortSignal): Promise<string> {
  if (!("current" in access)) return askForText(access, asked, signal);
  const current = await access.current();
  try {
    return await askForText(current, asked, signal);
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== UNAUTHORISED) throw error;
    await access.refused(current);
    return askForText(await access.current(), asked, signal);
  }
}
