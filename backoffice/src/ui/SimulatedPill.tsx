import { Points } from '@glasshouse/kit/Points.tsx';
import { SimulatedMark } from '@glasshouse/kit/SimulatedMark.tsx';
import { useState } from 'react';
import { useWords } from '../lib/words.tsx';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';

const points = [
  { icon: 'pane', title: 'simulated.paperTitle', text: 'simulated.paperText' },
  { icon: 'contract', title: 'simulated.priceTitle', text: 'simulated.priceText' },
  { icon: 'proof', title: 'simulated.logTitle', text: 'simulated.logText' },
] as const;

/** The Simulated mark of the console, shown on every page. */
export function SimulatedPill() {
  const { t } = useWords();
  const [open, setOpen] = useState(false);
  return (
    <>
      <SimulatedMark meaning={t('simulated.meaning')} onPress={() => setOpen(true)}>
        {t('simulated.pill')}
      </SimulatedMark>
      {open && (
        <Dialog title={t('simulated.title')} onClose={() => setOpen(false)}>
          <Points points={points.map(({ icon, title, text }) => ({ icon, title: t(title), text: t(text) }))} />
          <Button kind="ink" big onClick={() => setOpen(false)}>
            {t('ui.gotIt')}
          </Button>
        </Dialog>
      )}
    </>
  );
}
