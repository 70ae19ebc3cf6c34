/** How long what is kept, and what is kept of one person. */
export { openPrivacy } from "./open.ts";
