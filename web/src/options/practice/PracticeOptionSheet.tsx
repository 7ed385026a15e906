import { KeepOn } from '../../trading/practice/KeepOn.tsx';
import { ResultFrame } from '../../trading/ResultFrame.tsx';
import { Result } from '../outcome/OptionResultSheet.tsx';
import { practiceOptions } from './results.ts';

/** What an option of this device came to. */
export function PracticeOptionSheet() {
  return (
    <ResultFrame of={practiceOptions}>
      {(order) => (
        <>
          <Result key={order.id} order={order} />
          <KeepOn to="/options" />
        </>
      )}
    </ResultFrame>
  );
}
