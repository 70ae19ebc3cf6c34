import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

const SCRIPT = "src/site/site.ts";
const FRAME = "src/widget/frame.ts";
const FOR_NODE = { bundle: true, platform: "node", format: "esm", target: "node20", jsx: "automatic", logLevel: "warning" };
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
    ...FOR_NODE,
    plugins: [packagesOutside],
  });
  const { renderSite } = await import(`${pathToFileURL(renderer).href}?${Date.now()}`);
  const folder = join(root, "dist/site");
  await buildWidget(root, packagesOutside);
  rmSync(folder, { recursive: true, force: true });
  for (const { name, html } of renderSite(assetsOf(JSON.parse(readFileSync(manifestFile, "utf8"))))) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), html);
  }
}

/** The page inside a widget's frame in every language, and the script that other people's pages load, into dist/widget. */
async function buildWidget(root, packagesOutside) {
  const { build: bundle } = await import("esbuild");
  const manifest = JSON.parse(readFileSync(join(root, "web/dist/.vite/manifest.json"), "utf8"));
  const renderer = join(root, "dist/prerender/widget.mjs");
  await bundle({
    ...FOR_NODE,
    entryPoints: [join(root, "web/src/widget/render.tsx")],
    outfile: renderer,
    plugins: [packagesOutside],
  });
  const { renderWidget } = await import(`${pathToFileURL(renderer).href}?${Date.now()}`);
  const { file, css } = manifest[FRAME];
  const { frames, loaderWords } = renderWidget({ script: `/${file}`, style: `/${css[0]}` });
  const folder = join(root, "dist/widget");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const { name, html } of frames) writeFileSync(join(folder, name), html);
  await bundle({
    entryPoints: [join(root, "web/src/widget/loader.ts")],
    outfile: join(folder, "loader.js"),
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2022",
    logLevel: "warning",
    charset: "utf8",
    define: { WORDS: JSON.stringify(loaderWords) },
    // The server fills in what the widget looks like.
    banner: { js: "((WIDGET)=>{" },
    footer: { js: '})("%WIDGET%");' },
  });
}

function assetsOf(manifest) {
  const entry = manifest[SCRIPT];
  const address = (file) => `/${file}`;
  const built = (fonts) => fonts.map((font) => manifest[font]?.file).filter(Boolean);
  const fonts = Object.fromEntries(LANGUAGES.map((language) => [language, built(FONTS[language] ?? LATIN).map(address)]));
  return { script: address(entry.file), style: address(entry.css[0]), fonts };
}
