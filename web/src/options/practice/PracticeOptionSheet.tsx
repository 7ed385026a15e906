import { PracticeSignUp } from '../../trading/practice/PracticeSignUp.tsx';
import { ResultFrame } from '../../trading/ResultFrame.tsx';
import { Result } from '../outcome/OptionResultSheet.tsx';
import { practiceOptions } from './results.ts';

/** The result of an option of this device. */
export function PracticeOptionSheet() {
  return (
    <ResultFrame of={practiceOptions}>
      {(order) => (
        <>
          <Result key={order.id} order={order} />
          <PracticeSignUp to="/options" />
        </>
      )}
    </ResultFrame>
  );
}
