/** What finished calls add up to: boards over one question to the server, and the calls behind each figure. */
import { type BoardChart, type CallBoard, readCallBoard } from "@ongea/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "react-router";
import { paths } from "../../paths.ts";
import { server } from "../../server.ts";
import { PageHead } from "../../shell/page-head.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Loaded, Loading } from "../../ui/loaded.tsx";
import { TabLinks } from "../../ui/tab-links.tsx";
import { useWords } from "../../words/index.ts";
import { BoardMails } from "./board-mails.tsx";
import { Cards } from "./cards.tsx";
import { CostADay, DelaysADay, OutcomesADay } from "./charts.tsx";
import { CostParts } from "./cost-parts.tsx";
import { CountedChoice } from "./counted-choice.tsx";
import { Display } from "./display.tsx";
import { boardQuery, BOARDS, type BoardFilter, changed, exportAddress, parseFilter } from "./filter.ts";
import { Filters } from "./filters.tsx";
import { GroupChoice } from "./group-choice.tsx";
import { GroupTable } from "./group-table.tsx";
import { ALL, COLUMNS, COSTS, QUALITY } from "./measures.ts";
import { OpenBoard, SavedBoards } from "./saved-boards.tsx";
import { partLater } from "../../ui/part-later.tsx";

/** Fetched with its board: most people look at the others. */
const CallsBehind = partLater(async () => (await import("./calls-behind.tsx")).CallsBehind, {
  waiting: () => <Loading rows={6} />,
});

export function Analytics(): React.ReactNode {
  const words = useWords();
  const [search] = useSearchParams();
  const wanted = parseFilter(search);
  return (
    <>
      <PageHead title={words.say("analytics.title")} subtitle={words.say("analytics.subtitle")}>
        <Link className="button" to={paths.topics}>
          {words.say("topics.open")}
        </Link>
        <SavedBoards wanted={wanted} />
        <BoardMails wanted={wanted} />
        {wanted.board !== "calls" &&
          (["csv", "parquet"] as const).map((format) => (
            <a key={format} className="button" href={exportAddress(wanted, format)} download>
              <Icon name="download" />
              {words.say(`analytics.${format}`)}
            </a>
          ))}
      </PageHead>
      <TabLinks
        label={words.say("analytics.boards")}
        tabs={BOARDS.map((board) => ({
          to: changed(search, { board: board === "quality" ? "" : board, counted: "", charts: "" }),
          label: words.say(`analytics.board_${board}`),
          chosen: board === wanted.board,
        }))}
      />
      <Filters wanted={wanted}>
        {wanted.board === "groups" && <GroupChoice wanted={wanted} />}
        {wanted.board === "calls" && <CountedChoice wanted={wanted} />}
        {wanted.board !== "calls" && <Display wanted={wanted} />}
      </Filters>
      <OpenBoard wanted={wanted} />
      {wanted.board === "calls" ? <CallsBehind wanted={wanted} /> : <Boards wanted={wanted} />}
    </>
  );
}

function Boards({ wanted }: { wanted: BoardFilter }): React.ReactNode {
  const words = useWords();
  const query = boardQuery(wanted);
  const board = useQuery({
    queryKey: ["board", query],
    queryFn: () => server.call(readCallBoard, { query }),
    placeholderData: keepPreviousData,
  });
  return (
    <div aria-busy={board.isPlaceholderData} className={board.isPlaceholderData ? "opacity-60" : ""}>
      <Loaded query={board} rows={6}>
        {(data) =>
          data.total.calls === 0 ? (
            <Empty title={words.say("analytics.none")}>{words.say("analytics.none_note")}</Empty>
          ) : (
            <>
              <Shown wanted={wanted} board={data} />
              <Meanings />
            </>
          )
        }
      </Loaded>
    </div>
  );
}

/** While another board is on its way, the one before stays: its groups are those that it was asked for. */
function Shown({ wanted, board }: { wanted: BoardFilter; board: CallBoard }): React.ReactNode {
  const words = useWords();
  const { group } = board;
  const isByDay = group === "day";
  const { compare } = wanted;
  if (wanted.board === "groups")
    return (
      !isByDay && <GroupTable board={board} columns={COLUMNS} label={words.say(`analytics.by_${group}`)} compare={compare} />
    );
  return (
    isByDay && (
      <div className="day-charts">
        {wanted.charts.map((chart) => (
          <Chart key={chart} chart={chart} board={board} compare={compare} />
        ))}
      </div>
    )
  );
}

interface ChartProps {
  chart: BoardChart;
  board: CallBoard;
  compare: boolean;
}

function Chart({ chart, board, compare }: ChartProps): React.ReactNode {
  switch (chart) {
    case "quality_figures":
      return <Cards board={board} measures={QUALITY} compare={compare} />;
    case "cost_figures":
      return <Cards board={board} measures={COSTS} compare={compare} />;
    case "outcomes":
      return <OutcomesADay board={board} />;
    case "delays":
      return <DelaysADay board={board} />;
    case "cost":
      return <CostADay board={board} />;
    case "cost_parts":
      return <CostParts board={board} compare={compare} />;
    case "days":
      return <Days board={board} />;
  }
}

/** The charts' figures, for those who read rather than look; the newest day first. */
function Days({ board }: { board: CallBoard }): React.ReactNode {
  const words = useWords();
  return (
    <details>
      <summary className="hint">{words.say("home.table_of_days")}</summary>
      <GroupTable
        board={{ ...board, groups: board.groups.toReversed() }}
        columns={COLUMNS}
        label={words.say("home.day")}
        compare={false}
      />
    </details>
  );
}

function Meanings(): React.ReactNode {
  const words = useWords();
  return (
    <details className="pt-4">
      <summary className="hint">{words.say("analytics.what")}</summary>
      <dl className="meanings">
        {ALL.map(({ id, means }) => (
          <div key={id}>
            <dt>{words.say(id)}</dt>
            <dd className="text-ink-2">{words.say(means)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
