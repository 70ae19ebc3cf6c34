/** The door for media threads: the clock and the lines of calls. It loads no native module. */
export { MediaClock } from "./media-clock.ts";
export type { Lateness } from "./media-clock.ts";
export * from "./rtp/index.ts";
export { SimulatedLine } from "./simulator/simulated-line.ts";
export type { SimulatedLineOptions } from "./simulator/simulated-line.ts";
export { throughTelephoneLine, type TelephoneLine } from "./simulator/telephone-line.ts";
export { openCarrierStream } from "./carriers/stream-line.ts";
export type { CarrierStream, CarrierStreamOptions } from "./carriers/stream-line.ts";
