import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "@swc/core";
import { sources } from "./sources.mjs";

const WORDS = "web/src/words";
const CATALOGUE = /^web\/src\/words\/\w+\//;
/** Read aloud or shown, so they are sentences too. */
const SPOKEN_ATTRIBUTES = new Set([
  "aria-label",
  "aria-description",
  "aria-valuetext",
  "aria-roledescription",
  "title",
  "placeholder",
  "alt",
  "label",
]);
/** The same in every language: the product's name, marks of units and keys, what is typed into a terminal or kept in a browser. */
const NOT_SENTENCES = /^(?:Ongea|USD|KES|NGN|ZAR|GHS|TZS|Ctrl|Ctrl K|⌘K|Esc|Enter|Space|Tab|npm run [\w -]+|%CONTACT_EMAIL%|×)$/u;
const LETTERS = /\p{L}{2,}/u;

/** Every sentence for people stands in the catalogue, and every sentence of the catalogue is said somewhere. */
export const sentences = {
  name: "sentences",
  promise: "no screen has a sentence of its own, and no sentence is left unsaid",
  async run(root) {
    const files = sources(root, "web/src", /(?<!\.test)\.tsx?$/).filter((file) => !CATALOGUE.test(file));
    const said = { exact: new Set(), patterns: [] };
    const lines = [];
    for (const file of files) {
      const text = readFileSync(join(root, file), "utf8");
      const start = parseSync("", { syntax: "typescript" }).span.end;
      const tree = parseSync(text, { syntax: "typescript", tsx: file.endsWith(".tsx") });
      const offset = Math.min(tree.span.start, start);
      const found = (words, span) => {
        const plain = words.replaceAll(/\s+/g, " ").trim();
        if (LETTERS.test(plain) && !NOT_SENTENCES.test(plain))
          lines.push(`${file}:${lineOf(text, span, offset)} says "${plain}" by itself`);
      };
      visit(tree, { found, said });
    }
    const ids = idsOf(root);
    for (const id of ids) {
      if (!said.exact.has(id) && !said.patterns.some((pattern) => pattern.test(id))) lines.push(`"${id}" is never said`);
    }
    if (files.length < 50 || ids.length < 100) lines.push(`only ${files.length} files and ${ids.length} sentences were read`);
    return { ok: lines.length === 0, lines: lines.slice(0, 40), note: `${ids.length} sentences, ${files.length} files` };
  },
};

function visit(node, into) {
  if (Array.isArray(node)) return node.forEach((one) => visit(one, into));
  if (node === null || typeof node !== "object") return;
  const { type } = node;
  // The type of an id is not a use of it.
  if (
    typeof type === "string" &&
    type.startsWith("Ts") &&
    !["TsAsExpression", "TsConstAssertion", "TsSatisfiesExpression", "TsNonNullExpression"].includes(type)
  )
    return;
  if (type === "JSXText") into.found(node.value, node.span);
  if (type === "JSXAttribute" && SPOKEN_ATTRIBUTES.has(nameOf(node.name))) shownIn(node.value, into.found);
  if (type === "JSXElement" || type === "JSXFragment")
    for (const child of node.children) if (child.type === "JSXExpressionContainer") shownIn(child, into.found);
  if (type === "StringLiteral") into.said.exact.add(node.value);
  if (type === "TemplateLiteral") noteTemplate(node, into.said);
  for (const [key, value] of Object.entries(node)) if (key !== "span") visit(value, into);
}

/** Text that stands where people see it: itself, or either side of a choice. What is given to a function is not shown by it. */
function shownIn(node, found) {
  if (!node) return;
  if (node.type === "StringLiteral") found(node.value, node.span);
  if (node.type === "TemplateLiteral") for (const part of node.quasis) found(part.cooked ?? part.raw, node.span);
  if (node.type === "JSXExpressionContainer" || node.type === "ParenthesisExpression") shownIn(node.expression, found);
  if (node.type === "ConditionalExpression") for (const side of [node.consequent, node.alternate]) shownIn(side, found);
  if (node.type === "BinaryExpression" && ["&&", "||", "??", "+"].includes(node.operator))
    for (const side of node.operator === "&&" ? [node.right] : [node.left, node.right]) shownIn(side, found);
}

/** `calls.microphone_${problem}` and `${screen}_note` say every sentence of that form. */
function noteTemplate({ quasis }, said) {
  const parts = quasis.map((part) => part.cooked ?? part.raw);
  if (!/^[a-z]+\./.test(parts[0] ?? "") && !/^_[a-z]+$/.test(parts.at(-1) ?? "")) return;
  const escaped = parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  said.patterns.push(new RegExp(`^${escaped.join(".+")}$`));
}

/** `area.sentence` of every sentence in English. */
function idsOf(root) {
  const areas = sources(root, `${WORDS}/en`, /\.ts$/).filter((file) => !file.endsWith("index.ts"));
  const ids = areas.flatMap((file) => {
    const tree = parseSync(readFileSync(join(root, file), "utf8"), { syntax: "typescript" });
    return tree.body
      .flatMap(({ declaration }) => declaration?.declarations ?? [])
      .flatMap(({ id, init }) => keysOf(init).map((key) => `${id.value}.${key}`));
  });
  // Said by Intl's side of the catalogue, and to screen readers by strips.
  return ids.filter((id) => !id.startsWith("time."));
}

function keysOf(node) {
  if (node?.type === "TsAsExpression" || node?.type === "TsConstAssertion" || node?.type === "TsSatisfiesExpression")
    return keysOf(node.expression);
  return node?.type === "ObjectExpression" ? node.properties.map(({ key }) => key.value) : [];
}

function nameOf(name) {
  return name.type === "JSXNamespacedName" ? `${name.namespace.value}:${name.name.value}` : name.value;
}

/** The parser counts bytes, and goes on counting from file to file. */
function lineOf(text, span, offset) {
  return Buffer.from(text)
    .subarray(0, Math.max(0, span.start - offset))
    .toString("utf8")
    .split("\n").length;
}
