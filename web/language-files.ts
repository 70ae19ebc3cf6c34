/** Tells the page which file each language is in, so that `theme.js` can ask for the person's own before the program has come. */
import type { Plugin } from "vite";

const LANGUAGE = /\/words\/(\w+)\/index\.ts$/;

export function languageFiles(): Plugin {
  return {
    name: "language-files",
    transformIndexHtml: {
      order: "post",
      handler(_html, { bundle }) {
        const files = Object.values(bundle ?? {}).flatMap((part) => {
          const language = part.type === "chunk" ? LANGUAGE.exec(part.facadeModuleId ?? "")?.[1] : undefined;
          return language === undefined ? [] : [`${language}=/${part.fileName}`];
        });
        return [{ tag: "meta", attrs: { name: "languages", content: files.join(" ") }, injectTo: "head-prepend" }];
      },
    },
  };
}
