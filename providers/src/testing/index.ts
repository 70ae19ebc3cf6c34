/** Parts that tests and measurements of any room may use: spoken sentences, the telephone band, ears, weights and a mirror of them. */
export { CAL_EVENT, CAL_KEY, startCalServer, type CalServer } from "./cal-server.ts";
export { CALL_CENTRE_SENTENCES } from "./call-centre-sentences.ts";
export { CALLER_VOICES, spokenBy } from "./caller-voices.ts";
export { fliteSpeech, joined, quiet } from "./flite-speech.ts";
export { listenWith, sendFrames, wordErrors, type TestListening, type RecognisedUtterance } from "./hear-utterance.ts";
export { chat, chunkOf, refusalOf, refuses, startOpenAiServer, type OpenAiServer } from "./openai-server.ts";
export { resampled, throughTelephone } from "./telephone-band.ts";
export { installTinyE5 } from "./tiny-e5.ts";
export { startMirror, temporaryFolder, testWeights, type Mirror, type TemporaryFolder } from "./test-weights.ts";
export { playMany, type Many } from "./callers/many.ts";
export type { Outcome } from "./callers/play.ts";
export { startCloneServer, type CloneBehaviour, type CloneServer } from "./clone-server.ts";
export { humanCallers } from "./human-callers.ts";
export { SLOT_ANSWERS, recogniseSlots, synthetic, type SlotAnswer, type SlotCaller, type SlotTally } from "./slot-answers.ts";
export { espeakData } from "../local/host/piper-files.ts";
export { loadSherpa, samplesOfFloats } from "../local/host/sherpa.ts";
export { fetchFromPackages, PackageStore } from "../local/models/python-package.ts";
export { encodeField } from "../onnx/protobuf.ts";
