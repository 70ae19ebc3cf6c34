/**
 * Leaves out zod's translation to JSON Schema, a fifth of zod's bytes. Only the server's API description needs it; here every schema would
 * carry it, as a method that nobody calls.
 */
import type { Plugin } from "vite";

const TRANSLATION = /\/zod\/v4\/core\/(?:json-schema-processors|to-json-schema)\.js$/;
const EXPORTED = /^export (?:const|function) (\w+)/gm;

export function withoutJsonSchema(): Plugin {
  return {
    name: "without-json-schema",
    apply: "build",
    enforce: "pre",
    transform: (code, id) => (TRANSLATION.test(id) ? { code: withoutTranslation(code), map: null } : undefined),
  };
}

/** Each name of the module stays; what it makes says that it is not here. */
function withoutTranslation(code: string): string {
  const names = [...code.matchAll(EXPORTED)].map(([, name]) => `export const ${name} = leftOut;`);
  return `const leftOut = () => () => { throw new Error("JSON Schema is left out of the program's files."); };\n${names.join("\n")}\n`;
}
