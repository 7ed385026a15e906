/** When each candle begins, oldest first, and how long one lasts; all in seconds. */
export type Bars = { times: readonly number[]; seconds: number };

/** A moment's place among the candles: whole numbers are their middles, and the future goes on at the same pace. */
export function placeOf(time: number, { times, seconds }: Bars): number {
  const index = times.findLastIndex((start) => start <= time);
  const start = times[index];
  return start === undefined ? -1 : index + (time - start) / seconds - 0.5;
}
