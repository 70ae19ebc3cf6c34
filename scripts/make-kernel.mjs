// Assembles the voice-activity kernel: providers/src/builtin/silero/kernel.wat → kernel.ts. Run after a change of the .wat.
import { readFileSync, writeFileSync } from "node:fs";
import createWabt from "wabt";

const folder = new URL("../providers/src/builtin/silero/", import.meta.url);
const wabt = await createWabt();
const parsed = wabt.parseWat("kernel.wat", readFileSync(new URL("kernel.wat", folder), "utf8"), { simd: true });
const { buffer } = parsed.toBinary({});
const base64 = Buffer.from(buffer).toString("base64");
const lines = base64.match(/.{1,120}/g)?.map((line) => `  "${line}"`) ?? [];
writeFileSync(
  new URL("kernel.ts", folder),
  `/** kernel.wat, assembled by \`node scripts/make-kernel.mjs\`. */\nexport const KERNEL_BASE64 =\n${lines.join(" +\n")};\n`,
);
console.log(`${buffer.length} bytes`);
