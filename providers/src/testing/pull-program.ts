/** A program that pulls one model, for tests that kill it: its argument is the description and the options as JSON. */
import { parseDescription } from "../local/models/description.ts";
import { pullModel, type PullOptions } from "../local/models/pull.ts";

const { description, options } = JSON.parse(process.argv[2] ?? "") as { description: unknown; options: PullOptions };
await pullModel(parseDescription(description), options);
