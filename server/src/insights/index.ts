/** What calls add up to. */
export { type Insights, openInsights } from "./open.ts";
export { indexCalls } from "./index-calls.ts";
export { addSeededFilters } from "./saved-filters/store.ts";
