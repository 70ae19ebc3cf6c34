/** Web widgets: an assistant on other people's pages. */
export { widgetPages } from "./pages.ts";
export { widgetCallRoutes, widgetRoutes } from "./routes.ts";
export { createWidgetStore } from "./store.ts";
export { widgetMigrations } from "./tables.ts";
export { createWidgetCalls } from "./widget-calls.ts";
export { createWidgets } from "./widgets.ts";
