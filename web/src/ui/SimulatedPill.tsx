import { SimulatedMark } from '@glasshouse/kit/SimulatedMark.tsx';
import { use } from 'react';
import { useWords } from '../lib/words.tsx';
import { OpenSimulated } from './simulated.ts';

/** On every screen and in every sheet; `still` where its own explanation is already open. */
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
