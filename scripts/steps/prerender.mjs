import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

const SCRIPT = "src/site/site.ts";
const LATIN = ["src/ui/fonts/ongea-text-400.woff2", "src/ui/fonts/ongea-text-700.woff2"];
/** What is not here is written in Latin letters; Ethiopic, which is large, is the device's own on the public site. */
const FONTS = { ar: ["src/words/fonts/readex-pro-arabic.woff2"], am: [] };
const LANGUAGES = ["en", "sw", "fr", "pt", "ar", "ha", "yo", "am", "zu"];

/** Renders the pages of the public site into dist/site, with the names that vite gave to their script, style and fonts. */
export async function prerenderSite(root, packagesOutside) {
  const manifestFile = join(root, "web/dist/.vite/manifest.json");
  if (!existsSync(manifestFile)) return;
  const { build: bundle } = await import("esbuild");
  const renderer = join(root, "dist/prerender/render.mjs");
  await bundle({
    entryPoints: [join(root, "web/src/site/render.tsx")],
    outfile: renderer,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    jsx: "automatic",
    logLevel: "warning",
    plugins: [packagesOutside],
  });
  const { renderSite } = await import(`${pathToFileURL(renderer).href}?${Date.now()}`);
  const folder = join(root, "dist/site");
  rmSync(folder, { recursive: true, force: true });
  for (const { name, html } of renderSite(assetsOf(JSON.parse(readFileSync(manifestFile, "utf8"))))) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), html);
  }
}

function assetsOf(manifest) {
  const entry = manifest[SCRIPT];
  const address = (file) => `/${file}`;
  const built = (fonts) => fonts.map((font) => manifest[font]?.file).filter(Boolean);
  const fonts = Object.fromEntries(LANGUAGES.map((language) => [language, built(FONTS[language] ?? LATIN).map(address)]));
  return { script: address(entry.file), style: address(entry.css[0]), fonts };
}
