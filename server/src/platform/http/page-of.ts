/** One page of rows that were asked for with one more than it holds, which tells whether there is a next page: the one after `next`. */
export const pageOf = <R, K>(found: readonly R[], limit: number, keyOf: (row: R) => K) => {
  const rows = found.slice(0, limit);
  return { rows, next: found.length > limit ? keyOf(rows.at(-1)!) : null };
};
