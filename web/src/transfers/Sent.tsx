import { formatExact } from '@glasshouse/kit/format.ts';
import { useWords } from '../lib/words.tsx';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { Done } from '../ui/Done.tsx';
import type { Done as Sending } from './sending.ts';

/** That it was sent, and where it can be found. */
export function Sent({ amount, name, onAgain }: Sending & { onAgain: () => void }) {
  const { t } = useWords();
  return (
    <Done title={t('transfers.done', { amount: formatExact(amount), name })} text={t('transfers.doneText')}>
      <ButtonLink to="/records">{t('titles.records')}</ButtonLink>
      <Button kind="soft" onClick={onAgain}>
        {t('transfers.another')}
      </Button>
    </Done>
  );
}
