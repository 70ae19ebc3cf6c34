/** The public site, its visitors, and what they may try. */
export { openSite } from "./open.ts";
