/** Parts that tests of any room may use: a virtual clock, scripted people, fake providers. */
export * from "./virtual-clock.ts";
