/** Ears, minds and voices of this installation. */
export { startSpeechHosts, type SpeechHosts, type SpeechPart } from "./speech-hosts.ts";
