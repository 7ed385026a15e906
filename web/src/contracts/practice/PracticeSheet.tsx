import { KeepOn } from '../../trading/practice/KeepOn.tsx';
import { ResultFrame } from '../../trading/ResultFrame.tsx';
import { Result } from '../outcome/ResultSheet.tsx';
import { practice } from '../outcome/results.ts';

/** What a practice order came to. */
export function PracticeSheet() {
  return (
    <ResultFrame of={practice}>
      {(order) => (
        <>
          <Result key={order.id} order={order} />
          <KeepOn />
        </>
      )}
    </ResultFrame>
  );
}
