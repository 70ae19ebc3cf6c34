/** One suite for each port, which every adapter and every fake must pass. */
export type { ConformanceCase, Subject } from "./case.ts";
export { endOfTurnConformance, voiceActivityConformance } from "./judges.ts";
export { lineConformance, type FarEnd, type LineUnderTest } from "./line.ts";
export { recorderConformance, type Recorded, type RecorderUnderTest } from "./recorder.ts";
export { recogniserConformance } from "./recogniser.ts";
export { streamConformance, type Behaviour, type Stream } from "./streams.ts";
