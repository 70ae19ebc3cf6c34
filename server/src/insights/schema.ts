import type { Schema } from "../platform/database/schema.ts";
import { analysisQueue } from "./analysis/queue.ts";
import { callFactMigrations } from "./analytics/boards/call-facts.ts";
import { rollupMigrations } from "./analytics/boards/rollups/tables.ts";
import { boardUpkeepQueue } from "./analytics/boards/rollups/upkeep.ts";
import { callMeasureMigrations } from "./analytics/earlier-calls.ts";
import { callDayMigrations } from "./analytics/call-days.ts";
import { boardMailQueue } from "./board-mails/queue.ts";
import { boardMailMigrations } from "./board-mails/tables.ts";
import { gapQueue } from "./gaps/gaps.ts";
import { knowledgeGapMigrations } from "./gaps/tables.ts";
import { callLabelMigrations } from "./labels/tables.ts";
import { callReplayMigrations } from "./replays/tables.ts";
import { topicMigrations } from "./topics/tables.ts";
import { recountQueue, topicQueue, writtenTopicQueue } from "./topics/queues.ts";
import { uptimeMigrations } from "./health/tables.ts";
import { savedBoardMigrations } from "./saved-boards/tables.ts";
import { savedFilterMigrations } from "./saved-filters/tables.ts";
import { searchMigrations } from "./search/tables.ts";

/** What is kept of figures, words and uptime. */
export const insightsSchema: Schema = {
  migrations: [
    ...callDayMigrations,
    ...callFactMigrations,
    ...rollupMigrations,
    ...callMeasureMigrations,
    ...callLabelMigrations,
    ...callReplayMigrations,
    ...knowledgeGapMigrations,
    ...savedBoardMigrations,
    ...boardMailMigrations,
    ...savedFilterMigrations,
    ...searchMigrations,
    ...topicMigrations,
    ...uptimeMigrations,
  ],
  queues: [analysisQueue, gapQueue, boardUpkeepQueue, boardMailQueue, topicQueue, recountQueue, writtenTopicQueue],
};
