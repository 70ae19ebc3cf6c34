/** Workspaces: what belongs to whom. */
export { workspaceMigrations } from "./tables.ts";
export { createWorkspaces, type StoredWorkspace, type Workspaces } from "./workspaces.ts";
