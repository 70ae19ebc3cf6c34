import type { FirstSteps } from "@ongea/contract";
import type { CallsOfDay } from "../accounts/index.ts";
import type { AgentsDomain } from "../agents/index.ts";
import type { Compliance } from "../compliance/index.ts";
import type { Http } from "../platform/http/http.ts";
import { sumsBetween } from "./analytics/boards/store.ts";
import { boardRoutes } from "./analytics/boards/routes.ts";
import { figureRoutes } from "./analytics/routes.ts";
import { evidenceRoutes } from "./exports/evidence-routes.ts";
import { exportRoute } from "./exports/export-route.ts";
import { startUptime } from "./health/uptime.ts";
import { openBoardMails } from "./open-board-mails.ts";
import { openBoards } from "./open-boards.ts";
import { openAnalysis } from "./open-analysis.ts";
import { openTopics, type ThreadTopics } from "./open-topics.ts";
import { openFigures } from "./open-figures.ts";
import { createGaps, type Gaps } from "./gaps/gaps.ts";
import { gapRoutes } from "./gaps/routes.ts";
import { createGapStore } from "./gaps/store.ts";
import type { CampaignsPort, KnowledgePort } from "./ports.ts";
import { healthRoutes, type HealthParts } from "./open-health.ts";
import { openLabels } from "./open-labels.ts";
import { openCallSearch, openSearch } from "./open-search.ts";
import { liveRoute, pastOf } from "./live-board/live-route.ts";
import { liveBoardRoutes } from "./live-board/routes.ts";
import { recordingRoute } from "./recordings/routes.ts";
import { createCallReplays } from "./replays/replays.ts";
import { replayRoutes } from "./replays/routes.ts";
import { createReplayStore, replayWords } from "./replays/store.ts";
import { savedBoardRoutes } from "./saved-boards/routes.ts";
import { createSavedBoards } from "./saved-boards/store.ts";
import { savedFilterRoutes } from "./saved-filters/routes.ts";
import { createSavedFilters } from "./saved-filters/store.ts";
import { searchRoutes } from "./search/routes.ts";

/** Questions of more agents than these are not listed. */
const MOST_AGENTS = 2_000;

export interface Insights {
  callsOfDay: CallsOfDay;
  gaps: Pick<Gaps, "noteWritten">;
  topics: ThreadTopics;
  /** From now on this server adds boards up, and sends those that are due. */
  start(): void;
  routes(app: Http): void;
}

export interface InsightsParts extends HealthParts {
  agents: AgentsDomain;
  campaigns: CampaignsPort;
  knowledge: KnowledgePort;
  compliance: Pick<Compliance, "evidence" | "masking">;
}

export async function openInsights(parts: InsightsParts): Promise<Insights> {
  const { platform, calls, campaigns } = parts;
  const { config, database, jobs, log, closing, secret } = platform;
  const boards = openBoards(database, { archive: calls.archive, agents: parts.agents, campaigns, jobs, log });
  const figures = openFigures(database, parts.agents);
  const search = openSearch(database, parts);
  const savedBoards = createSavedBoards(database);
  const boardMails = openBoardMails({ platform, accounts: parts.accounts, boards, saved: savedBoards });
  calls.join({ search: { ...openCallSearch(database, calls.store, search), rememberAnew: search.rememberAnew } });
  calls.addWords(replayWords);
  calls.whenEnded((db, _workspaceId, ended) => search.remember(db, ended));
  const labels = openLabels(parts, search);
  const gapStore = createGapStore(database);
  const gaps = createGaps({ store: gapStore, jobs, secret });
  gaps.follow(calls);
  const topics = openTopics(parts);
  const analysis = openAnalysis(parts);
  const uptime = await startUptime(database.everywhere, log);
  closing.add("uptime", () => uptime.stop());
  return {
    callsOfDay: (workspaceId, from, until) => sumsBetween(database, workspaceId, { from, until }),
    gaps: {
      async noteWritten(db, written) {
        await gaps.noteWritten(db, written);
        await topics.noteWritten(written);
      },
    },
    topics,
    start() {
      boards.start();
      boardMails.start();
    },
    routes(app) {
      figureRoutes(app, {
        figures,
        archive: calls.archive,
        uptime: () => uptime.share(),
        firstSteps: (workspaceId) => firstSteps(workspaceId, parts),
      });
      boardRoutes(app, boards);
      savedBoardRoutes(app, savedBoards);
      savedFilterRoutes(app, createSavedFilters(database));
      boardMails.routes(app);
      liveBoardRoutes(app, {
        store: calls.runningCalls,
        current: calls.archive.current,
        waiting: campaigns.waiting,
        lines: (workspaceId) => calls.limits.read(workspaceId),
        now: () => new Date(),
      });
      liveRoute(app, { live: platform.live, places: platform.places, past: pastOf(calls) });
      searchRoutes(app, search);
      labels.routes(app);
      gapRoutes(app, {
        store: gapStore,
        agents: (workspaceId) => parts.agents.names(workspaceId, MOST_AGENTS),
        audit: parts.accounts.audit,
      });
      topics.routes(app);
      recordingRoute(app, {
        pathOf: calls.archive.recordingPath,
        wholeOf: calls.archive.wholeRecording,
        audit: parts.accounts.audit,
      });
      replayRoutes(
        app,
        createCallReplays({
          store: createReplayStore(database),
          calls: calls.store,
          archive: calls.archive,
          agents: parts.agents.agents,
          replays: parts.agents.replays,
          masking: parts.compliance.masking,
          country: config.DIAL_COUNTRIES[0] ?? "KE",
        }),
      );
      analysis.routes(app);
      exportRoute(app, {
        archive: calls.archive,
        reached: campaigns.reached,
        topics: topics.ofCalls,
        now: () => new Date(),
      });
      evidenceRoutes(app, {
        evidence: parts.compliance.evidence,
        calls: calls.store,
        audit: parts.accounts.audit,
        batchId: campaigns.batchId,
        decisions: campaigns.messages.decisions,
      });
      healthRoutes(app, parts);
    },
  };
}

async function firstSteps(workspaceId: string, { knowledge, accounts, telephony }: InsightsParts): Promise<FirstSteps> {
  const [items, number, members] = await Promise.all([
    knowledge.names(workspaceId, 1),
    telephony.numbers.ownsAny(workspaceId),
    accounts.members.in(workspaceId),
  ]);
  return { knowledge: items.length > 0, number, team: members.length > 1 };
}
