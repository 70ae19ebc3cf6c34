import tailwind from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { createFileOf } from "./chunks.ts";
import { earlyFiles } from "./early-files.ts";
import { withoutDescriptions } from "./without-descriptions.ts";
import { withoutJsonSchema } from "./without-json-schema.ts";

export default defineConfig({
  plugins: [react(), tailwind(), earlyFiles(), withoutDescriptions(), withoutJsonSchema()],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: "es2022",
    // Tells the step that prerenders the public site what its files are called.
    manifest: true,
    rolldownOptions: {
      input: ["index.html", "src/site/site.ts", "src/widget/frame.ts"],
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ debugName: "the first screen", name: createFileOf() }],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(["/api", "/v2", "/call", "/executions", "/health"].map((path) => [path, "http://127.0.0.1:4400"])),
  },
});
