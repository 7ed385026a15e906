import type { Board, showBoard } from '@glasshouse/protocol/options/calls';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../lib/call.ts';
import { heardTime } from '../lib/server-clock.ts';

/** The beginning of every key under which a user's options are kept here. */
export const optionsKey = ['options', 'own'];
export const boardsKey = ['options', 'board'];
const every = 5000;

export const boardQuery = (symbol: string) =>
  queryOptions({
    queryKey: [...boardsKey, symbol],
    queryFn: async () => {
      const board = await call<typeof showBoard>('POST', '/index/option/board', { symbol });
      heardTime(board.time);
      return board;
    },
    staleTime: every,
    refetchInterval: every,
    meta: { quiet: true },
  });

/** What can be bought on a coin, and what the tape has moved. Prices follow from it with every tick. */
export const useBoard = (symbol: string, enabled = true) => useQuery({ ...boardQuery(symbol), enabled });

/** What the tape has moved, as options of a life see it. */
export const volatilityFor = ({ flash, clock }: Board, seconds: number): number | undefined =>
  [...flash, ...clock].find((life) => life.seconds === seconds)?.volatility;

/** The same of what is left of a life: that of the shortest life that is no shorter. */
export function volatilityLeft({ flash, clock }: Board, seconds: number): number | undefined {
  const lives = [...flash, ...clock];
  return (lives.find((life) => life.seconds >= seconds) ?? lives.at(-1))?.volatility;
}
