/** The door for the main thread: signalling. It loads no media code and no native module. */
export * from "./sip/index.ts";
export * from "./carriers/index.ts";
