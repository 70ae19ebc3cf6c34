/** The board as the server has it, and what is pushed since; gathered for a moment, so that a busy installation does not draw for each word. */
import { readLiveBoard, type LiveBoard } from "@ongea/contract";
import { keepPreviousData, useQuery, useQueryClient, type UseQueryResult } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useLive } from "../../call/live-calls.tsx";
import { server } from "../../server.ts";
import { type Board, type BoardEvent, EMPTY_BOARD, withAnswer, withEvents } from "./board.ts";

const BOARD = ["live-board"] as const;
const DRAW_EVERY_MS = 250;
/** A call that begins or ends changes the figures: they are read again, and not more often than this. */
const READ_AGAIN_MS = 1_500;
/** For what nobody pushes: people of batches who wait. */
const READ_EVERY_MS = 15_000;

export interface LiveCallsBoard {
  board: Board;
  query: UseQueryResult<LiveBoard>;
  connected: boolean;
  /** How far the server's clock is before this one's, ms. */
  aheadMs: number;
}

export function useBoard(): LiveCallsBoard {
  const queries = useQueryClient();
  const { connected, watch } = useLive();
  const [board, setBoard] = useState(EMPTY_BOARD);
  const [aheadMs, setAhead] = useState(0);
  const query = useQuery({
    queryKey: BOARD,
    queryFn: () => server.call(readLiveBoard, { query: { from: midnight() } }),
    refetchInterval: READ_EVERY_MS,
    placeholderData: keepPreviousData,
  });
  const { data } = query;
  useEffect(() => {
    if (!data) return;
    setAhead(Date.parse(data.now) - Date.now());
    setBoard((before) => withAnswer(before, data));
  }, [data]);
  useEffect(() => {
    let waiting: BoardEvent[] = [];
    let drawing: ReturnType<typeof setTimeout> | undefined;
    let reading: ReturnType<typeof setTimeout> | undefined;
    const draw = (): void => {
      drawing = undefined;
      const events = waiting;
      waiting = [];
      setBoard((before) => withEvents(before, events));
    };
    const leave = watch((event) => {
      if (event.event !== "call" && event.event !== "entry") return;
      waiting.push(event);
      drawing ??= setTimeout(draw, DRAW_EVERY_MS);
      if (event.event !== "call") return;
      reading ??= setTimeout(() => {
        reading = undefined;
        void queries.invalidateQueries({ queryKey: BOARD });
      }, READ_AGAIN_MS);
    });
    return () => {
      leave();
      clearTimeout(drawing);
      clearTimeout(reading);
    };
  }, [queries, watch]);
  return { board, query, connected, aheadMs };
}

/** Where the day of whoever looks began. */
function midnight(): string {
  const now = new Date();
  return new Date(now.getFullYear(), now.getMonth(), now.getDate()).toISOString();
}
