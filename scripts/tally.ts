/** How a run ended: how many passed, which failed, and which passed only when tried again; these are in neither of the others. */
export type Run = { passed: number; failed: string[]; again: string[] };

/** Tests or stories of a run that may pass when tried again; more of them mean that something is wrong with the app or with them. */
const mostExcused = 3;

/** What is said of a run: what failed or had to be tried again is named. A run that left no word, or ran nothing, has failed. */
export function tally({ passed, failed, again }: Run = { passed: 0, failed: ['no word of the run'], again: [] }) {
  const excused = again.length <= mostExcused ? again.length : 0;
  const isNothing = passed + failed.length + again.length === 0;
  const named = (what: string, names: string[]) => (names.length === 0 ? '' : ` (${what}: ${names.join('; ')})`);
  return {
    passed: passed + excused,
    failed: isNothing ? 1 : failed.length + again.length - excused,
    aside: named('failed', failed) + named('not at the first try', again),
  };
}

type Suite = { specs?: { title: string; tests: { status: string }[] }[]; suites?: Suite[] };
/** What Playwright writes down of a run, as far as it is read here. */
export type Report = { stats: { expected: number }; suites: Suite[]; errors?: { message?: string }[] };

const specsOf = ({ specs = [], suites = [] }: Suite): NonNullable<Suite['specs']> => [
  ...specs,
  ...suites.flatMap(specsOf),
];

/** A fault outside of every story fails the run too, by the first line of what it said. */
export function storiesOf({ stats, suites, errors = [] }: Report): Run {
  const titled = (wanted: string) =>
    specsOf({ suites })
      .filter(({ tests }) => tests.some(({ status }) => status === wanted))
      .map(({ title }) => title);
  const outside = errors.map(
    ({ message = 'a fault without a word' }) => `outside of every story: ${message.split('\n')[0]}`,
  );
  return { passed: stats.expected, failed: [...titled('unexpected'), ...outside], again: titled('flaky') };
}
