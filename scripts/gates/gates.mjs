import { environment } from "./environment.mjs";
import { fileLength } from "./file-length.mjs";
import { format } from "./format.mjs";
import { lint } from "./lint.mjs";
import { origins } from "./origins.mjs";
import { types } from "./types.mjs";

/** The quick ones first. */
export const GATES = [fileLength, environment, origins, format, types, lint];
