import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { encodeField } from "../../onnx/protobuf.ts";
import type { ModelDescription } from "../models/description.ts";

/** Where Debian and others keep the pronunciation data that Piper voices need. */
const ESPEAK_DATA = [
  "/usr/lib/x86_64-linux-gnu/espeak-ng-data",
  "/usr/lib/aarch64-linux-gnu/espeak-ng-data",
  "/usr/share/espeak-ng-data",
  "/usr/lib/espeak-ng-data",
  "/opt/homebrew/share/espeak-ng-data",
];

const piperConfig = z.object({
  audio: z.object({ sample_rate: z.number().int().min(8_000).max(48_000) }),
  espeak: z.object({ voice: z.string().max(40) }),
  num_speakers: z.number().int().min(1).default(1),
  language: z.object({ code: z.string().max(40) }).optional(),
  phoneme_id_map: z.record(z.string(), z.array(z.number().int()).min(1)),
  inference: z.object({ noise_scale: z.number(), length_scale: z.number(), noise_w: z.number() }).partial().default({}),
});

export interface PiperFiles {
  model: string;
  tokens: string;
  dataDir: string;
  config: z.output<typeof piperConfig>;
}

/** A voice that comes prepared as it is, any other one prepared. */
export async function piperFiles(
  { parts }: ModelDescription & { engine: "piper" },
  folder: string,
  workFolder: string,
): Promise<PiperFiles> {
  const [model, configPath] = [join(folder, parts.model), join(folder, parts.config)];
  if (parts.tokens === undefined) return preparePiper(model, configPath, workFolder);
  const config = piperConfig.parse(JSON.parse(await readFile(configPath, "utf8")));
  return { model, tokens: join(folder, parts.tokens), dataDir: dataBeside(join(folder, "espeak-ng-data")), config };
}

/** Of Debian, or where else it lies. */
export function espeakData(): string {
  return dataBeside();
}

function dataBeside(...first: readonly string[]): string {
  const dataDir = [...first, ...ESPEAK_DATA].find((folder) => existsSync(folder));
  if (!dataDir) throw new Error("Piper voices need espeak-ng-data (Debian: apt-get install espeak-ng-data)");
  return dataDir;
}

/**
 * Makes of a Piper voice as it is published what sherpa-onnx wants: the ONNX file with `metadata_props` (field 14 of the model message;
 * protobuf lets it be appended) and a list of tokens. Written once to `workFolder`.
 */
export async function preparePiper(modelPath: string, configPath: string, workFolder: string): Promise<PiperFiles> {
  const dataDir = dataBeside();
  const configText = await readFile(configPath, "utf8");
  const config = piperConfig.parse(JSON.parse(configText));
  const { size, mtimeMs } = await stat(modelPath);
  const key = createHash("sha256").update(`${modelPath} ${size} ${mtimeMs} ${configText}`).digest("hex").slice(0, 16);
  await mkdir(workFolder, { recursive: true });
  const model = join(workFolder, `${key}.onnx`);
  const tokens = join(workFolder, `${key}.tokens.txt`);
  if (!existsSync(model)) {
    await writeWhole(tokens, tokenList(config.phoneme_id_map));
    await writeWhole(model, Buffer.concat([await readFile(modelPath), metadataOf(config)]));
  }
  return { model, tokens, dataDir, config };
}

/** The bytes that are appended to the model. */
export function metadataOf(config: PiperFiles["config"]): Buffer {
  const properties = {
    model_type: "vits",
    comment: "piper",
    language: config.language?.code ?? config.espeak.voice,
    voice: config.espeak.voice,
    has_espeak: "1",
    n_speakers: String(config.num_speakers),
    sample_rate: String(config.audio.sample_rate),
  };
  const entries = Object.entries(properties).map(([key, value]) =>
    encodeField(14, Buffer.concat([encodeField(1, key), encodeField(2, value)])),
  );
  return Buffer.concat(entries);
}

function tokenList(ids: Readonly<Record<string, readonly number[]>>): string {
  return `${Object.entries(ids)
    .map(([symbol, [id]]) => `${symbol} ${id}`)
    .join("\n")}\n`;
}

async function writeWhole(path: string, content: string | Buffer): Promise<void> {
  await writeFile(`${path}.part`, content);
  await rename(`${path}.part`, path);
}
