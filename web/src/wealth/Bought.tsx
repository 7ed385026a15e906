import { formatExact } from '@glasshouse/kit/format.ts';
import { nameOf } from '../lib/product-names.ts';
import { useWords } from '../lib/words.tsx';
import { ButtonLink } from '../ui/Button.tsx';
import { Done } from '../ui/Done.tsx';
import type { Holding } from './wealth.ts';

/** That it was bought, and where it can be followed. */
export function Bought({ holding }: { holding: Holding }) {
  const { t } = useWords();
  return (
    <Done
      title={t('wealth.bought')}
      text={t('wealth.boughtText', { name: nameOf(holding), amount: formatExact(holding.amount) })}
    >
      <ButtonLink replace to={`/finance/order/${holding.id}`}>
        {t('wealth.toOrder')}
      </ButtonLink>
      <ButtonLink replace kind="soft" to="/financial">
        {t('wealth.toProducts')}
      </ButtonLink>
    </Done>
  );
}
