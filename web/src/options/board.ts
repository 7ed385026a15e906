import type { Board, showBoard } from '@glasshouse/protocol/options/calls';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../lib/call.ts';
import { noteServerTime } from '../lib/server-clock.ts';

/** The prefix of all query keys of a user's options. */
export const optionsKey = ['options', 'own'];
export const boardsKey = ['options', 'board'];
const every = 5000;

export const boardQuery = (symbol: string) =>
  queryOptions({
    queryKey: [...boardsKey, symbol],
    queryFn: async () => {
      const board = await call<typeof showBoard>('POST', '/index/option/board', { symbol });
      noteServerTime(board.time);
      return board;
    },
    staleTime: every,
    refetchInterval: every,
    meta: { quiet: true },
  });

/** The available options on a coin and the tape's volatility. Prices follow from it with every tick. */
export const useBoard = (symbol: string, enabled = true) => useQuery({ ...boardQuery(symbol), enabled });

/** The volatility of the tape for options of this life. */
export const volatilityFor = ({ flash, clock }: Board, seconds: number): number | undefined =>
  [...flash, ...clock].find((life) => life.seconds === seconds)?.volatility;

/** The same for the time left: the volatility of the shortest available life that isn't shorter. */
export function volatilityLeft({ flash, clock }: Board, seconds: number): number | undefined {
  const lives = [...flash, ...clock];
  return (lives.find((life) => life.seconds >= seconds) ?? lives.at(-1))?.volatility;
}
