// Assembles the kernels in WebAssembly beside their .wat. Run after a change of one.
import { readFileSync, writeFileSync } from "node:fs";
import createWabt from "wabt";

const KERNELS = [
  ["../conversation/src/audio/", "fir"],
  ["../providers/src/builtin/silero/", "kernel"],
  ["../server/src/knowledge/retrieval/dots/", "dots"],
];

const wabt = await createWabt();
for (const [place, name] of KERNELS) {
  const folder = new URL(place, import.meta.url);
  const parsed = wabt.parseWat(`${name}.wat`, readFileSync(new URL(`${name}.wat`, folder), "utf8"), { simd: true });
  const { buffer } = parsed.toBinary({});
  const base64 = Buffer.from(buffer).toString("base64");
  const lines = base64.match(/.{1,120}/g)?.map((line) => `  "${line}"`) ?? [];
  writeFileSync(
    new URL(`${name}.ts`, folder),
    `/** ${name}.wat, assembled by \`node scripts/make-kernel.mjs\`. */\nexport const ${name.toUpperCase()}_BASE64 =\n${lines.join(" +\n")};\n`,
  );
  console.log(`${name}: ${buffer.length} bytes`);
}
