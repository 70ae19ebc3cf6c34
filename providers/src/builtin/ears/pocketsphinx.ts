import koffi from "koffi";

/** The functions of Debian's `libpocketsphinx3` and `libsphinxbase3` that are called here. */

const LIBRARY = "libpocketsphinx.so.3";
const BASE_LIBRARY = "libsphinxbase.so.3";

export type Pointer = unknown;

export interface Api {
  args(): Pointer;
  parse(config: null, definitions: Pointer, count: number, args: string[], strict: number): Pointer;
  init(config: Pointer): Pointer;
  free(decoder: Pointer): number;
  lookup(decoder: Pointer, word: string): string | null;
  addWord(decoder: Pointer, word: string, sounds: string, update: number): number;
  setGrammar(decoder: Pointer, name: string, grammar: string): number;
  setSearch(decoder: Pointer, name: string): number;
  unsetSearch(decoder: Pointer, name: string): number;
  /** `feat_t`. */
  features(decoder: Pointer): Pointer;
  /** `cmn_t`, of a `feat_t`. */
  normalisation(features: Pointer): Pointer;
  setMean(normalisation: Pointer, mean: Float32Array): void;
  /** What `cmn_t` has added up, and of how many frames. */
  sums(normalisation: Pointer): { sum: readonly number[]; frames: number };
  start(decoder: Pointer): number;
  process(decoder: Pointer, samples: Int16Array, count: number, noSearch: number, full: number): number;
  end(decoder: Pointer): number;
  hypothesis(decoder: Pointer, score: number[], id: null): string | null;
  logmath(decoder: Pointer): Pointer;
  exp(logmath: Pointer, value: number): number;
  segments(decoder: Pointer, score: number[]): Pointer;
  nextSegment(segment: Pointer): Pointer;
  segmentWord(segment: Pointer): string | null;
  segmentFrames(segment: Pointer, first: number[], last: number[]): void;
  segmentScore(segment: Pointer, acoustic: number[], language: number[], back: number[]): number;
}

/** Coefficients of a frame. */
export const CEPSTRA = 13;

/** `feat_t` of `sphinxbase/feat.h`, as far as it is read. */
const FEATURES = koffi.struct({
  references: "int",
  name: "void *",
  cepstra: "int",
  streams: "int",
  streamLengths: "void *",
  window: "int",
  subvectors: "int",
  subvectorLengths: "void *",
  subvectorIndices: "void *",
  subvectorBuffer: "void *",
  subvectorSize: "int",
  normalisationKind: "int",
  normalisesVariance: "int",
  gainKind: "int",
  compute: "void *",
  normalisation: "void *",
});
/** `cmn_t` of `sphinxbase/cmn.h`. */
const NORMALISATION = koffi.struct({ mean: "void *", variance: "void *", sum: "void *", frames: "int", size: "int" });

let bound: Api | undefined;

/** Throws where the libraries are not installed. */
export function bind(): Api {
  if (bound) return bound;
  const base = koffi.load(BASE_LIBRARY, { global: true });
  const sphinx = koffi.load(LIBRARY);
  bound = {
    args: sphinx.func("void *ps_args()"),
    parse: base.func("void *cmd_ln_parse_r(void *config, void *definitions, int count, char **args, int strict)"),
    init: sphinx.func("void *ps_init(void *config)"),
    free: sphinx.func("int ps_free(void *decoder)"),
    lookup: sphinx.func("str ps_lookup_word(void *decoder, str word)"),
    addWord: sphinx.func("int ps_add_word(void *decoder, str word, str sounds, int update)"),
    setGrammar: sphinx.func("int ps_set_jsgf_string(void *decoder, str name, str grammar)"),
    setSearch: sphinx.func("int ps_set_search(void *decoder, str name)"),
    unsetSearch: sphinx.func("int ps_unset_search(void *decoder, str name)"),
    features: sphinx.func("void *ps_get_feat(void *decoder)"),
    normalisation: (features) => (koffi.decode(features, FEATURES) as { normalisation: Pointer }).normalisation,
    setMean: base.func("void cmn_live_set(void *normalisation, const float *mean)"),
    sums(normalisation) {
      const { sum, frames } = koffi.decode(normalisation, NORMALISATION) as { sum: Pointer; frames: number };
      return { sum: koffi.decode(sum, koffi.array("float", CEPSTRA)) as number[], frames };
    },
    start: sphinx.func("int ps_start_utt(void *decoder)"),
    process: sphinx.func("int ps_process_raw(void *decoder, const int16_t *samples, size_t count, int noSearch, int full)"),
    end: sphinx.func("int ps_end_utt(void *decoder)"),
    hypothesis: sphinx.func("str ps_get_hyp(void *decoder, _Out_ int *score, void *id)"),
    logmath: sphinx.func("void *ps_get_logmath(void *decoder)"),
    exp: base.func("double logmath_exp(void *logmath, int value)"),
    segments: sphinx.func("void *ps_seg_iter(void *decoder, _Out_ int *score)"),
    nextSegment: sphinx.func("void *ps_seg_next(void *segment)"),
    segmentWord: sphinx.func("str ps_seg_word(void *segment)"),
    segmentFrames: sphinx.func("void ps_seg_frames(void *segment, _Out_ int *first, _Out_ int *last)"),
    segmentScore: sphinx.func("int ps_seg_prob(void *segment, _Out_ int *acoustic, _Out_ int *language, _Out_ int *back)"),
  };
  return bound;
}
