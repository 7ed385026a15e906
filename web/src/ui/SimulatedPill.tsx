import { SimulatedMark } from '@glasshouse/kit/SimulatedMark.tsx';
import { createContext, use } from 'react';
import { useWords } from '../lib/words.tsx';

/** Opens the sheet that says what Simulated means. The app provides it once, so that every pill leads there. */
export const OpenSimulated = createContext<() => void>(() => {});

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
