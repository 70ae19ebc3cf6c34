/** Questions whose answers stand in known passages. The public set is fetched, checked byte for byte, kept outside the repository. */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { z } from "zod";

export interface QuestionSet {
  name: string;
  /** Documents with their passages. */
  documents: { title: string; passages: string[] }[];
  /** `document` and `passage`: where its answer stands. */
  questions: { text: string; document: number; passage: number }[];
}

/** SQuAD 1.1, CC BY-SA 4.0, Rajpurkar et al. 2016: questions that people asked about paragraphs of Wikipedia. */
const PUBLIC = {
  name: "SQuAD 1.1 dev",
  url: "https://rajpurkar.github.io/SQuAD-explorer/dataset/dev-v1.1.json",
  sha256: "95aa6a52d5d6a735563366753ca50492a658031da74f301ac5238b03966972c9",
};
const FETCH_TIMEOUT_MS = 60_000;

/** The form in which SQuAD and many sets after it are published. */
const Squad = z.object({
  data: z.array(
    z.object({
      title: z.string().default(""),
      paragraphs: z.array(z.object({ context: z.string(), qas: z.array(z.object({ question: z.string() })) })),
    }),
  ),
});

/** Undefined, with the reason told: it is neither here nor to be had. */
export async function publicSet(folder: string, say: (line: string) => void): Promise<QuestionSet | undefined> {
  const path = join(folder, "squad-dev-v1.1.json");
  const kept = readIf(path);
  if (kept && sha256(kept) === PUBLIC.sha256) return setOf(PUBLIC.name, [kept]);
  try {
    const response = await fetch(PUBLIC.url, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) });
    if (!response.ok) throw new Error(`answered ${response.status}`);
    const bytes = Buffer.from(await response.arrayBuffer());
    if (sha256(bytes) !== PUBLIC.sha256) throw new Error("is not the one whose checksum is known");
    mkdirSync(folder, { recursive: true });
    writeFileSync(path, bytes);
    return setOf(PUBLIC.name, [bytes]);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    say(
      `retrieval: the public question set (${PUBLIC.name}) could not be had: ${why}. Give a folder of such files: --set FOLDER.`,
    );
    return undefined;
  }
}

/** Every .json file of a folder, in SQuAD's form. */
export function folderSet(folder: string): QuestionSet {
  const names = readdirSync(folder).filter((name) => name.endsWith(".json"));
  if (names.length === 0) throw new Error(`There is no .json file in ${folder}.`);
  return setOf(
    basename(folder),
    names.toSorted().map((name) => readFileSync(join(folder, name))),
  );
}

function setOf(name: string, files: readonly Buffer[]): QuestionSet {
  const set: QuestionSet = { name, documents: [], questions: [] };
  for (const { title, paragraphs } of files.flatMap((bytes) => Squad.parse(JSON.parse(bytes.toString("utf8"))).data)) {
    const document = set.documents.length;
    set.documents.push({ title: title.replaceAll("_", " "), passages: paragraphs.map(({ context }) => context) });
    paragraphs.forEach(({ qas }, passage) =>
      set.questions.push(...qas.map(({ question }) => ({ text: question, document, passage }))),
    );
  }
  return set;
}

function readIf(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

function sha256(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}
