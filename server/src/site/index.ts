/** The public site, its visitors, and what they may try. */
export type { Seeds } from "./demo/seeds.ts";
export { openSite } from "./open.ts";
