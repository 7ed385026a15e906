import { PracticeSignUp } from '../../trading/practice/PracticeSignUp.tsx';
import { ResultFrame } from '../../trading/ResultFrame.tsx';
import { Result } from '../outcome/ResultSheet.tsx';
import { practice } from '../outcome/results.ts';

/** The result of a practice order. */
export function PracticeSheet() {
  return (
    <ResultFrame of={practice}>
      {(order) => (
        <>
          <Result key={order.id} order={order} />
          <PracticeSignUp />
        </>
      )}
    </ResultFrame>
  );
}
