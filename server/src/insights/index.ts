/** What calls add up to. */
export { type Insights, openInsights } from "./open.ts";
export { readyLines } from "./ready-lines.ts";
export { noteTexts } from "./labels/store.ts";
export { addSeededFilters } from "./saved-filters/store.ts";
export { wordsOfCall } from "./search/search.ts";
export { rememberAll } from "./search/store.ts";
