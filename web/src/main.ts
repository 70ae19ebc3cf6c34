/**
 * Brings the program up in pieces: files that were asked for together with the page (`early-files.ts`). Between two of them the browser may
 * draw and listen, so that on a slow telephone a finger is not kept waiting while all of the program is read.
 */
import "./ui/look.css";

const listed = document.querySelector<HTMLMetaElement>('meta[name="pieces"]')?.content ?? "";
for (const file of listed.split(" ").filter(Boolean)) {
  await import(/* @vite-ignore */ file);
  await new Promise((resolve) => {
    setTimeout(resolve);
  });
}
await import("./program.tsx");
