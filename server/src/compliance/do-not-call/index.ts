/** Numbers that are not called: by whoever added them, or by the wish of those who have them. */
export { wishesIn } from "./after-call.ts";
export { doNotCallRoutes } from "./routes.ts";
export { createDoNotCallStore } from "./store.ts";
export { doNotCallMigrations } from "./tables.ts";
