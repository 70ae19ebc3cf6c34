/** Batches of a demo workspace: calls that agents placed become those of a file. Pure. */
import type { FreshAgent } from "./agents.ts";
import type { DemoCall } from "./calls.ts";
import { COUNTRIES, numberIn } from "./countries.ts";
import { randomOf } from "./random.ts";
import type { DemoBatch, DemoBatchContact } from "./seeds.ts";
import { ORGANISATIONS } from "./stories/index.ts";

const HOUR_MS = 3_600_000;

interface BatchWords {
  /** Among the stories' organisations. */
  organisation: number;
  fileName: string;
  calls: number;
  /** In the file, and not called before it was stopped. */
  waiting: number;
}

const BATCHES: readonly BatchWords[] = [
  { organisation: 1, fileName: "instalments.csv", calls: 16, waiting: 0 },
  { organisation: 2, fileName: "mkutano-mkuu.csv", calls: 14, waiting: 6 },
  { organisation: 5, fileName: "school-fees.csv", calls: 12, waiting: 0 },
];
/** Rows of each file that nobody can be called by. */
const REFUSED = [
  { number: "07x2", problem: "not_a_number" },
  { number: "0712", problem: "short" },
] as const;
/** The first line of a file names its columns. */
const FIRST_LINE = 2;

export interface BatchMaker {
  /** Marks the call where a batch placed it; before the call is stored. */
  take(call: DemoCall): void;
  made(): DemoBatch[];
}

export function createBatchMaker(workspaceId: string, agents: readonly FreshAgent[]): BatchMaker {
  const random = randomOf(`${workspaceId}/batches`);
  const open = BATCHES.map((words) => ({ ...words, id: random.uuid(), taken: new Array<DemoCall>() }));
  return {
    take(call) {
      const batch = open.find((one) => one.organisation === call.organisation && one.taken.length < one.calls);
      if (!batch || call.row.direction !== "outbound") return;
      call.row.batchId = batch.id;
      batch.taken.push(call);
    },
    made: () =>
      open.flatMap(({ id, organisation, fileName, taken, waiting }) => {
        const agent = agents[organisation];
        const [newest, oldest] = [taken[0]?.row.endedAt, taken.at(-1)?.row.createdAt];
        if (!agent || !newest || !oldest) return [];
        const country = COUNTRIES[ORGANISATIONS[organisation]?.country ?? "kenya"];
        const name = () => `${random.pick(country.given)} ${random.pick(country.family)}`;
        const rows = [
          ...taken.toReversed().map(calledRow),
          ...Array.from({ length: waiting }, () => row(numberIn(country, random), name(), { state: "waiting" })),
          ...REFUSED.map(({ number, problem }) => row(number, name(), { state: "refused", problem })),
        ];
        return [
          {
            id,
            agentId: agent.id,
            status: waiting > 0 ? ("stopped" as const) : ("completed" as const),
            fileName,
            fromNumber: agent.number,
            createdAt: new Date(oldest.getTime() - HOUR_MS).toISOString(),
            updatedAt: newest.toISOString(),
            contacts: rows.map((one, at) => ({ ...one, line: FIRST_LINE + at })),
          },
        ];
      }),
  };
}

type Row = Omit<DemoBatchContact, "line">;

function calledRow({ row: call, person }: DemoCall): Row {
  return row(call.toNumber ?? "", person, {
    state: "finished",
    outcome: call.status ?? "completed",
    attempts: 1,
    executionId: call.id ?? null,
  });
}

function row(number: string, name: string, facts: Pick<Row, "state"> & Partial<Row>): Row {
  return { number, variables: { name }, problem: null, outcome: null, attempts: 0, executionId: null, ...facts };
}
