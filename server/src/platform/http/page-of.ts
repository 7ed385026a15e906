/**
 * One page of rows. The query must request one more row than a page holds, which shows whether there is a page after
 * `next`.
 */
export const pageOf = <R, K>(found: readonly R[], limit: number, keyOf: (row: R) => K) => {
  const rows = found.slice(0, limit);
  return { rows, next: found.length > limit ? keyOf(rows.at(-1)!) : null };
};
