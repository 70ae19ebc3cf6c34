import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const MOST_CHARACTERS = 120;
const DOCUMENTS = ["ARCHITECTURE.md", "README.md", "ROADMAP.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "AGENTS.md"];

const FOLDERS = ["docs", "docs/decisions", "docs/guides"];
/** Programs write these. */
const GENERATED = new Set(["docs/guides/figures.md", "docs/guides/settings.md"]);

/** Words that the field does not use for these things, each with the field's word. Screen labels ("Assistant Setup") stay exact. */
const HOUSE_WORDS = [
  [/\b(?:the|a|an|no|another|other|its|any|which) minds?\b|\bguided mind\b|\bminds\b/, "LLM"],
  [/\b(?:the|built-in|local|neural|other|both|its|no) ears\b|\bas ears\b/, "STT"],
  [/\b(?:ears|mind|voice), (?:a |an )?(?:ears|mind|voice)\b/, "STT, LLM and TTS"],
  [/\blen(?:d|ds|t|der|ding)\b/, "provide, resolve"],
  [/\berrands?\b/, "task"],
  [/\btongues?\b/, "locale"],
  [/\bdeeds?\b/, "audit action"],
  [/\blog of acts\b/, "audit log"],
  [/\bwhoever\b/, "name the actor"],
  [/\b(?:is|are|was|were|be|been) told\b/, "is published, is reported, gets"],
  [/\bguided dialogue\b/, "rule-based dialogue manager"],
  [/\bstands? in for\b|\bstand-ins?\b|\bstands in when\b/, "fallback"],
  [/\btelephone compan(?:y|ies)\b/, "carrier"],
  [/\bassistants?\b(?! setup)/, "agent"],
  [/\bwishes\b|\b(?:a|the) wish\b/, "intent"],
  [/\brehearsals?\b/, "generated demo call"],
  [/\baskers?\b/, "principal"],
];

export const prose = {
  name: "prose",
  promise: `documents use the field's terms, in lines of at most ${MOST_CHARACTERS} characters`,
  async run(root) {
    const read = (file) => readFileSync(join(root, file), "utf8");
    const further = FOLDERS.flatMap((folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`)).filter(
      (file) => file.endsWith(".md") && !GENERATED.has(file),
    );
    const lines = [
      ...DOCUMENTS.flatMap((file) => faultsOf(file, read(file), HOUSE_WORDS)),
      // Only the length of their lines.
      ...further.flatMap((file) => faultsOf(file, read(file), [])),
    ];
    return { ok: lines.length === 0, lines, note: `${DOCUMENTS.length} documents, the lines of ${further.length} more` };
  },
};

function faultsOf(file, text, houseWords) {
  let isCode = false;
  return text.split("\n").flatMap((line, index) => {
    if (line.startsWith("```")) isCode = !isCode;
    if (isCode || line.startsWith("```")) return [];
    const at = `${file}:${index + 1}`;
    // Where a link leads, and what programs call something, is no prose.
    const linked = line.replaceAll(/\]\([^)]*\)/g, "]()");
    const words = linked.replaceAll(/`[^`]*`/g, "``");
    const isLong = !line.startsWith("|") && linked.length > MOST_CHARACTERS;
    const found = houseWords.filter(([word]) => word.test(words.toLowerCase()));
    return [
      ...(isLong ? [`${at} has ${linked.length} characters`] : []),
      ...found.map(([word, better]) => `${at} says "${word.exec(words.toLowerCase())[0]}": write ${better}`),
    ];
  });
}
