import { existsSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Api, Pointer } from "../pocketsphinx.ts";

const PROVIDERS = dirname(createRequire(import.meta.url).resolve("@ongea/providers/package.json"));
const FOLDER = join(PROVIDERS, "src/builtin/stt/telephone-band");
/** Debian's means, moved (docs/decisions/0021-telephone-means.md). */
const TELEPHONE = join(FOLDER, "means");
/** A transform that changes nothing: with it the library reads the means again. */
const IDENTITY = join(FOLDER, "identity.mllr");

/**
 * The acoustic model was trained on sound up to 6.8 kHz, which no telephone carries. On a telephone it is given means that are moved by as much as a telephone
 * moves the sound of them (`bench/telephone-band` makes them); wide lines, as browsers have, are heard with the model's own.
 */
export class Means {
  readonly #api: Api;
  readonly #decoder: Pointer;
  readonly #own: string;
  readonly #canMove: boolean;
  #isWide = true;

  /** `own`: the file of the model's means. Another model than the one whose means were moved keeps its own. */
  constructor(api: Api, decoder: Pointer, own: string) {
    this.#api = api;
    this.#decoder = decoder;
    this.#own = own;
    this.#canMove =
      [TELEPHONE, IDENTITY, own].every((file) => existsSync(file)) && statSync(own).size === statSync(TELEPHONE).size;
  }

  /** Not inside an utterance. Takes 10 ms where the last utterance was of another kind. */
  fit(isWide: boolean): void {
    if (isWide === this.#isWide || !this.#canMove) return;
    this.#isWide = isWide;
    const api = this.#api;
    api.setInternal(api.config(this.#decoder), "_mean", isWide ? this.#own : TELEPHONE);
    api.updateTransform(this.#decoder, api.readTransform(IDENTITY));
  }
}
