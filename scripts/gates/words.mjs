import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { ROOMS, sources } from "./sources.mjs";

/** Words of no field that name no export, file or folder, each with what to write. */
const HOUSE_WORDS = [
  [/^(?:asked|askers?)$/, "request, query, principal"],
  [/^(?:told|tells?)$/, "event, publish, report"],
  [/^(?:lent|lends?|lenders?|lending)$/, "resolved, resolver, pool"],
  [/^desks?$/, "state, context"],
  [/^deeds?$/, "action"],
  [/^(?:wish|wishes|wished)$/, "intent, preference, command, opt-out"],
  [/^errands?$/, "task"],
  [/^tongues?$/, "locale"],
  [/^ears?$/, "STT, recogniser, listener"],
  [/^minds?$/, "LLM, languageModel"],
  [/^receptions?$/, "message taking"],
  [/^guided$/, "dialogue"],
  [/^weaves?$/, "timeline"],
  [/^rehearsals?$/, "generated call"],
  [/^manners?$/, "style"],
  [/^elsewhere$/, "external, cross-server"],
  [/^attends?$/, "follow"],
  [/^(?:keepable|kept)$/, "stored, cached"],
  [/^(?:wanted|given|had|held|heard|said|made)$/, "the noun of the field"],
  [/^things?$/, "item"],
  [/^ways$/, "setup, format"],
];
/** Fillers: no name alone. */
const FILLERS = /^(?:around|found|parts?|place|recently|through|way|whoever)$/i;
/** A participle before the noun. */
const PARTICIPLE = /^Found[A-Z]/;

/** Names that stay, each with its reason. This list only shrinks: one that is gone must go from here, too. */
const EXCEPTIONS = new Map([]);

const EXPORTED = /^export (?:declare |abstract |async |default )*(?:function\*?|const|let|class|interface|type|enum) +([\w$]+)/gm;
const REPEATED_MODIFIERS = /\.(?:test|property|fuzz|providers|d)(?=\.)|\.tsx?$/g;

export const words = {
  name: "words",
  promise: "exports, files and folders of the product have the field's names",
  async run(root) {
    const names = ROOMS.flatMap((room) => sources(root, join(room, "src"), /\.tsx?$/)).flatMap((file) => namesOf(root, file));
    const found = new Map(names.flatMap(({ at, name }) => (adviceFor(name) ? [[at, adviceFor(name)]] : [])));
    const refused = [...found]
      .filter(([at]) => !EXCEPTIONS.has(at))
      .map(([at, advice]) => `${at} is a word of the house: write ${advice}`);
    const gone = [...EXCEPTIONS.keys()].filter((at) => !found.has(at)).map((at) => `${at} is gone: take it off the exceptions`);
    const lines = [...refused, ...gone];
    return { ok: lines.length === 0, lines, note: `${names.length} names, ${EXCEPTIONS.size} exceptions` };
  },
};

/** The file itself, the folder that it stands in, and what it exports. */
function namesOf(root, file) {
  const own = [file, file.slice(0, file.lastIndexOf("/"))].map((at) => ({
    at,
    name: basename(at).replace(REPEATED_MODIFIERS, ""),
  }));
  const exported = [...readFileSync(join(root, file), "utf8").matchAll(EXPORTED)];
  return [...own, ...exported.map(([, name]) => ({ at: `${file} ${name}`, name }))];
}

function adviceFor(name) {
  if (FILLERS.test(name) || PARTICIPLE.test(name)) return "what it holds";
  const words = name
    .replace(/([a-z\d])([A-Z])|([A-Z])(?=[A-Z][a-z])/g, "$1$3 $2")
    .toLowerCase()
    .split(/[ _.-]+/);
  return HOUSE_WORDS.find(([word]) => words.some((part) => word.test(part)))?.[1];
}
