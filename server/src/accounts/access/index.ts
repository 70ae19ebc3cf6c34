/** Who somebody is, and what is theirs. */
export { openAccess, type Access } from "./access.ts";
export { knownOperatorToken, localSecret } from "./local-secrets.ts";
export { createProvenOwners } from "./proven-owners.ts";
