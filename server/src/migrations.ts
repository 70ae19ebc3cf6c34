/** Every step of the schema, in the order in which they are taken. */
import { agentMigrations } from "./agents/index.ts";
import { appointmentMigrations } from "./appointments/index.ts";
import { callMigrations } from "./calls/index.ts";
import { leadMigrations } from "./leads/index.ts";
import { messageMigrations } from "./messages/index.ts";
import { numberMigrations } from "./numbers/index.ts";
import { workspaceMigrations } from "./workspaces/index.ts";

export const MIGRATIONS = [
  ...agentMigrations,
  ...numberMigrations,
  ...callMigrations,
  ...appointmentMigrations,
  ...messageMigrations,
  ...leadMigrations,
  ...workspaceMigrations,
];
