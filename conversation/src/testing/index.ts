/** Parts that tests and benchmarks of any room may use: a virtual clock, a scripted person, fake providers. */
export * from "./virtual-clock.ts";
export * from "./sounds.ts";
export * from "./fake-voice-activity.ts";
export * from "./fake-recogniser.ts";
export * from "./fake-language-model.ts";
export * from "./fake-voice.ts";
export * from "./test-line.ts";
export * from "./scripted-conversation.ts";
export { plainValues } from "./plain-values.ts";
