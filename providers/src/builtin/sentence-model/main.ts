/** The program of the sentence host. */
import { runSpeechHost } from "../../host/program.ts";
import { createEmbeddingEngine } from "../../local/embedding/embedding-engine.ts";
import { createFormEngine } from "../form-reader/form-engine.ts";
import { openFormReader } from "../form-reader/form-reader.ts";
import { DIMENSIONS, openSentenceModel } from "./sentence-model.ts";

const LANGUAGE = "English";

runSpeechHost(async () => {
  const { directionOf } = openSentenceModel();
  // The first one takes longest.
  await directionOf("hello");
  const model = { dimensions: DIMENSIONS, embed: directionOf, free: () => undefined };
  const forms = createFormEngine(openFormReader());
  return { embedding: createEmbeddingEngine(model, { language: LANGUAGE }), forms };
});
