/** A request as a program of three languages: it runs as it is printed, once the key is in the variable. A test runs them. */

export const KEY_VARIABLE = "ONGEA_API_KEY";
/** Of a program that somebody runs with Node. */
const ENVIRONMENT = ["process", "env"].join(".");
export const SNIPPET_LANGUAGES = ["curl", "TypeScript", "Python"] as const;
export type SnippetLanguage = (typeof SNIPPET_LANGUAGES)[number];

export interface Request {
  method: string;
  url: string;
  /** Without it nobody is asked who asks. */
  keyed: boolean;
  body?: unknown;
  /** Bytes of a file of this type are the body. */
  fileType?: string;
  /** What comes back is no JSON. */
  answerIsFile?: boolean;
}

export function snippetOf(language: SnippetLanguage, request: Request): string {
  return { curl: curlOf, TypeScript: typeScriptOf, Python: pythonOf }[language](request);
}

function curlOf({ method, url, keyed, body, fileType, answerIsFile }: Request): string {
  return [
    `curl ${method === "GET" ? "" : `-X ${method} `}${inShell(url)}`,
    ...(keyed ? [`-H "Authorization: Bearer $${KEY_VARIABLE}"`] : []),
    ...(fileType === undefined ? [] : [`-H "Content-Type: ${fileType}"`, `--data-binary @file`]),
    ...(body === undefined ? [] : [`-H "Content-Type: application/json"`, `-d ${inShell(JSON.stringify(body, null, 2))}`]),
    ...(answerIsFile ? [`-o answer`] : []),
  ].join(" \\\n  ");
}

function typeScriptOf({ method, url, keyed, body, fileType, answerIsFile }: Request): string {
  const type = body === undefined ? fileType : "application/json";
  const headers = [
    ...(keyed ? [`authorization: \`Bearer \${${ENVIRONMENT}.${KEY_VARIABLE}}\``] : []),
    ...(type === undefined ? [] : [`"content-type": "${type}"`]),
  ];
  const given = [
    ...(method === "GET" ? [] : [`method: "${method}"`]),
    ...(headers.length > 0 ? [`headers: { ${headers.join(", ")} }`] : []),
    ...(body === undefined ? [] : [`body: JSON.stringify(${indented(JSON.stringify(body, null, 2), 2)})`]),
    ...(fileType === undefined ? [] : [`body: await readFile("file")`]),
  ];
  const files = [...(fileType === undefined ? [] : ["readFile"]), ...(answerIsFile ? ["writeFile"] : [])];
  return [
    ...(files.length > 0 ? [`import { ${files.join(", ")} } from "node:fs/promises";`, ""] : []),
    `const answer = await fetch(${JSON.stringify(url)}${given.length > 0 ? `, {\n  ${given.join(",\n  ")},\n}` : ""});`,
    answerIsFile
      ? `await writeFile("answer", new Uint8Array(await answer.arrayBuffer()));`
      : "console.log(answer.status, JSON.stringify(await answer.json(), null, 2));",
  ].join("\n");
}

function pythonOf({ method, url, keyed, body, fileType, answerIsFile }: Request): string {
  const type = body === undefined ? fileType : "application/json";
  const headers = [
    ...(keyed ? [`"Authorization": "Bearer " + os.environ["${KEY_VARIABLE}"]`] : []),
    ...(type === undefined ? [] : [`"Content-Type": "${type}"`]),
  ];
  const needs = [...(body === undefined && answerIsFile ? [] : ["json"]), ...(keyed ? ["os"] : []), "urllib.request"];
  return [
    `import ${needs.join(", ")}`,
    "",
    "request = urllib.request.Request(",
    `    ${JSON.stringify(url)},`,
    `    method="${method}",`,
    ...(headers.length > 0 ? [`    headers={${headers.join(", ")}},`] : []),
    ...(body === undefined ? [] : [`    data=json.dumps(${indented(inPython(body), 4)}).encode(),`]),
    ...(fileType === undefined ? [] : [`    data=open("file", "rb").read(),`]),
    ")",
    "with urllib.request.urlopen(request) as answer:",
    answerIsFile
      ? `    open("answer", "wb").write(answer.read())`
      : "    print(answer.status, json.dumps(json.load(answer), indent=2))",
  ].join("\n");
}

function inShell(text: string): string {
  return /^[\w:/.,=@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

function inPython(value: unknown, depth = 0): string {
  const pad = "    ".repeat(depth + 1);
  const end = `\n${"    ".repeat(depth)}`;
  if (value === null || value === undefined) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (Array.isArray(value))
    return value.length === 0 ? "[]" : `[\n${value.map((one) => `${pad}${inPython(one, depth + 1)},`).join("\n")}${end}]`;
  if (typeof value !== "object") return JSON.stringify(value);
  const entries = Object.entries(value);
  if (entries.length === 0) return "{}";
  return `{\n${entries.map(([name, one]) => `${pad}${JSON.stringify(name)}: ${inPython(one, depth + 1)},`).join("\n")}${end}}`;
}

function indented(text: string, spaces: number): string {
  return text.replaceAll("\n", `\n${" ".repeat(spaces)}`);
}
