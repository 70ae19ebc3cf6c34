/** One thing that a person does on the server: busy while it works, its failure in words beside it. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { problemIn, useWords } from "../words/index.ts";

export interface Act<Input, Output = unknown> {
  do: (input: Input) => void;
  busy: boolean;
  problem: string | undefined;
  /** Of the last time, when it went well. */
  answer: Output | undefined;
  forget: () => void;
}

interface ActOptions<Input, Output> {
  act: (input: Input) => Promise<Output>;
  /** Lists that it changes. */
  changes?: readonly (readonly string[])[];
  done?: (output: Output, input: Input) => void;
  /** With the reason in words; what it gives back takes the message away when it is tried again. */
  failed?: (problem: string) => (() => void) | undefined;
}

export function useAct<Input = void, Output = unknown>({
  act,
  changes = [],
  done,
  failed,
}: ActOptions<Input, Output>): Act<Input, Output> {
  const words = useWords();
  const queries = useQueryClient();
  const untell = useRef<() => void>(undefined);
  const tellNoMore = (): void => {
    untell.current?.();
    untell.current = undefined;
  };
  const { mutate, isPending, error, data, reset } = useMutation({
    mutationFn: act,
    onSuccess: async (output, input) => {
      for (const queryKey of changes) await queries.invalidateQueries({ queryKey });
      done?.(output, input);
    },
    onError: (error) => {
      untell.current = failed?.(problemIn(words, error));
    },
  });
  return {
    do: (input) => {
      tellNoMore();
      mutate(input);
    },
    busy: isPending,
    problem: error === null ? undefined : problemIn(words, error),
    answer: data,
    forget: () => {
      tellNoMore();
      reset();
    },
  };
}
