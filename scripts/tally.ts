/** How a run ended. `again` names what passed only at its second try; it is neither among the passed nor among the failed. */
export type Run = { passed: number; failed: number; again: string[] };

/** Tests or stories of a run that may pass at their second try; more of them mean that something is wrong with the app or with them. */
const mostExcused = 3;

/** What is said of a run: what needed its second try is named. A run that left no word, or ran nothing, has failed. */
export function tally({ passed, failed, again }: Run = { passed: 0, failed: 1, again: [] }) {
  const excused = again.length <= mostExcused ? again.length : 0;
  const isNothing = passed + failed + again.length === 0;
  return {
    passed: passed + excused,
    failed: isNothing ? 1 : failed + again.length - excused,
    aside: again.length === 0 ? '' : ` (at the second try: ${again.join('; ')})`,
  };
}

type Suite = { specs?: { title: string; tests: { status: string }[] }[]; suites?: Suite[] };
/** What Playwright writes down of a run, as far as it is read here. */
export type Report = { stats: { expected: number; unexpected: number }; suites: Suite[] };

const specsOf = ({ specs = [], suites = [] }: Suite): NonNullable<Suite['specs']> => [
  ...specs,
  ...suites.flatMap(specsOf),
];

export const storiesOf = ({ stats, suites }: Report): Run => ({
  passed: stats.expected,
  failed: stats.unexpected,
  again: specsOf({ suites })
    .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
    .map(({ title }) => title),
});
