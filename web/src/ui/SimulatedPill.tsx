import { SimulatedMark } from '@glasshouse/kit/SimulatedMark.tsx';
import { createContext, use } from 'react';
import { useWords } from '../lib/words.tsx';

/** Opens the sheet that explains Simulated. The app provides it once, so that every pill opens it. */
export const OpenSimulated = createContext<() => void>(() => {});

/** The pill on every screen and in every sheet; `still` if its explanation is already open. */
export function SimulatedPill({ still = false }: { still?: boolean }) {
  const { t } = useWords();
  const open = use(OpenSimulated);
  if (still) return <SimulatedMark>{t('ui.simulated')}</SimulatedMark>;
  return (
    <SimulatedMark meaning={t('ui.simulatedMeaning')} onPress={open}>
      {t('ui.simulated')}
    </SimulatedMark>
  );
}
