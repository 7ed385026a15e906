import { useAwaitsPractice } from '../lib/awaits-practice.ts';
import { withWords } from '../lib/lazily.ts';
import { useCode } from '../ui/use-code.ts';

const loadContracts = async () =>
  (await withWords(import('../contracts/practice/PracticeWatch.tsx'), ['contracts'])).PracticeWatch;
const loadOptions = async () =>
  (await withWords(import('../options/practice/PracticeOptionWatch.tsx'), ['options', 'contracts']))
    .PracticeOptionWatch;

/** Follows the open practice orders of this device. */
export function PracticeWatches() {
  const { awaits, waits, awaitsOption, waitsOption } = useAwaitsPractice();
  const PracticeWatch = useCode(awaits || waits, loadContracts);
  const PracticeOptionWatch = useCode(awaitsOption || waitsOption, loadOptions);
  return (
    <>
      {PracticeWatch && <PracticeWatch />}
      {PracticeOptionWatch && <PracticeOptionWatch />}
    </>
  );
}
