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
  /** `ngram_model_t` of a search; belongs to it. */
  model(decoder: Pointer, search: string): Pointer;
  /** An `ngram_model_t` that must be freed; `weights` (0…1) are of the scores as the models give them. */
  joinModels(
    config: Pointer,
    models: readonly Pointer[],
    names: readonly string[],
    weights: Float32Array,
    count: number,
  ): Pointer;
  setModel(decoder: Pointer, search: string, model: Pointer): number;
  freeModel(model: Pointer): number;
  wordId(model: Pointer, word: string): number;
  wordScore(model: Pointer, word: number, history: null, historyLength: number, used: number[]): number;
  /** `feat_t`. */
  features(decoder: Pointer): Pointer;
  /** `cmn_t`, of a `feat_t`. */
  normalisation(features: Pointer): Pointer;
  setMean(normalisation: Pointer, mean: Float32Array): void;
  /** The next utterance, if it is heard as a whole, is levelled by its own mean. Of a `feat_t`: once a part is heard, it goes over to the running mean for good. */
  levelWhole(features: Pointer): void;
  /** What `cmn_t` has added up, and of how many frames. */
  sums(normalisation: Pointer): { sum: readonly number[]; frames: number };
  config(decoder: Pointer): Pointer;
  /** Of a setting that the library keeps for itself, `_mean` for example. */
  setInternal(config: Pointer, name: string, value: string): void;
  /** `ps_mllr_t`. */
  readTransform(file: string): Pointer;
  /** Reads the means and variances again and transforms them; takes the transform over. */
  updateTransform(decoder: Pointer, transform: Pointer): Pointer;
  /** `fe_t`. */
  frontEnd(decoder: Pointer): Pointer;
  /** What was learned of noise before counts no more. */
  startStream(frontEnd: Pointer): void;
  startSound(frontEnd: Pointer): number;
  /** Returns a block of cepstra in `frames`, which must be freed. */
  cepstra(frontEnd: Pointer, samples: Int16Array, count: number, frames: Pointer[], frameCount: number[]): number;
  freeCepstra(frames: Pointer): void;
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
/** `CMN_BATCH` of `sphinxbase/cmn.h`. */
const BATCH = 1;
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
    model: sphinx.func("void *ps_get_lm(void *decoder, str search)"),
    joinModels: base.func("void *ngram_model_set_init(void *config, void **models, str *names, const float *weights, int count)"),
    setModel: sphinx.func("int ps_set_lm(void *decoder, str search, void *model)"),
    freeModel: base.func("int ngram_model_free(void *model)"),
    wordId: base.func("int ngram_wid(void *model, str word)"),
    wordScore: base.func("int ngram_ng_score(void *model, int word, void *history, int historyLength, _Out_ int *used)"),
    features: sphinx.func("void *ps_get_feat(void *decoder)"),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the layout stands above
    normalisation: (features) => (koffi.decode(features, FEATURES) as { normalisation: Pointer }).normalisation,
    setMean: base.func("void cmn_live_set(void *normalisation, const float *mean)"),
    levelWhole: (features) => koffi.encode(features, koffi.offsetof(FEATURES, "normalisationKind"), "int", BATCH),
    sums(normalisation) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the layout stands above
      const { sum, frames } = koffi.decode(normalisation, NORMALISATION) as { sum: Pointer; frames: number };
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the layout stands above
      return { sum: koffi.decode(sum, koffi.array("float", CEPSTRA)) as number[], frames };
    },
    config: sphinx.func("void *ps_get_config(void *decoder)"),
    setInternal: base.func("void cmd_ln_set_str_extra_r(void *config, str name, str value)"),
    readTransform: sphinx.func("void *ps_mllr_read(str file)"),
    updateTransform: sphinx.func("void *ps_update_mllr(void *decoder, void *transform)"),
    frontEnd: sphinx.func("void *ps_get_fe(void *decoder)"),
    startStream: base.func("void fe_start_stream(void *frontEnd)"),
    startSound: base.func("int fe_start_utt(void *frontEnd)"),
    cepstra: base.func(
      "int fe_process_utt(void *frontEnd, const int16_t *samples, size_t count, _Out_ void **frames, _Out_ int *frameCount)",
    ),
    freeCepstra: base.func("void fe_free_2d(void *frames)"),
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
