import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { FIGURES_PAGE, figuresPage } from "../figures.mjs";

export const figures = {
  name: "figures",
  promise: `${FIGURES_PAGE} is what bench/results/*.json say`,
  async run(root) {
    const page = join(root, FIGURES_PAGE);
    const isCurrent = existsSync(page) && readFileSync(page, "utf8") === figuresPage(root);
    return { ok: isCurrent, lines: isCurrent ? [] : [`${FIGURES_PAGE} is out of date: run npm run figures`] };
  },
};
