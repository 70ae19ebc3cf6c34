import { assertions } from "./assertions.mjs";
import { audit } from "./audit.mjs";
import { boundaries } from "./boundaries.mjs";
import { conformance } from "./conformance.mjs";
import { deadCode } from "./dead-code.mjs";
import { environment } from "./environment.mjs";
import { fileLength } from "./file-length.mjs";
import { figures } from "./figures.mjs";
import { fileNames } from "./file-names.mjs";
import { format } from "./format.mjs";
import { licences } from "./licences.mjs";
import { lint } from "./lint.mjs";
import { nodeVersions } from "./node-versions.mjs";
import { origins } from "./origins.mjs";
import { prose } from "./prose.mjs";
import { storedQueries } from "./stored-queries.mjs";
import { sentences } from "./sentences.mjs";
import { types } from "./type-check.mjs";
import { words } from "./words.mjs";

/** The quick ones first. */
export const GATES = [
  fileLength,
  fileNames,
  words,
  environment,
  origins,
  sentences,
  storedQueries,
  conformance,
  prose,
  figures,
  assertions,
  format,
  licences,
  types,
  lint,
  boundaries,
  deadCode,
  audit,
  nodeVersions,
];
