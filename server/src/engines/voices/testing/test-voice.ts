/** A built-in voice as the library has it. */
import type { LibraryVoice } from "@ongea/contract";

export const TEST_VOICE: LibraryVoice = {
  id: "7f9c5443-57d8-8d37-8008-844ec2fc6283",
  voice_id: "slt",
  provider: "builtin",
  name: "SLT",
  model: "flite",
  accent: "American English",
  language: "en-US",
  gender: "female",
  added: false,
  offered: true,
};
