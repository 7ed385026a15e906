import { useNavigate } from '../lib/router.tsx';
import { useIsLost } from '../lib/use-line-back.ts';
import { useWords, Words } from '../lib/words.tsx';
import { ActionBar } from '../ui/ActionBar.tsx';
import { Button } from '../ui/Button.tsx';
import { TimeText } from '../ui/TimeText.tsx';
import { confirmPath, productPath, transferPath } from './asked.ts';
import type { Calculated } from './calculated.ts';
import { exactly } from './sums.ts';

type SubscribeProps = Calculated & { wallet: bigint | undefined };

const acts = { trust: 'wealth.subscribe', pledge: 'wealth.pledgeAct', machine: 'wealth.buy' } as const;

/** On to the confirmation, or what stands in its way. */
export function Subscribe({ product, terms, schedule: { amount }, units, fits, wallet }: SubscribeProps) {
  const { t } = useWords();
  const navigate = useNavigate();
  const isLost = useIsLost();
  const missing = wallet !== undefined && wallet < amount ? amount - wallet : 0n;
  // What was chosen is still there for whoever comes back.
  const goOn = async (to: string) => {
    await navigate(productPath(product.product, units), { replace: true });
    await navigate(to);
  };
  if (product.state === 'open' && fits && missing > 0n) {
    return (
      <ActionBar note={t('wealth.short', { amount: exactly(missing) })}>
        <Button onClick={() => void goOn(transferPath(missing))}>{t('wealth.transfer')}</Button>
      </ActionBar>
    );
  }
  const note =
    product.state === 'not_open' ? (
      <Words k="wealth.opens" time={<TimeText at={product.opensAt} />} />
    ) : product.state !== 'open' ? (
      t(`wealth.cannot.${product.state}`)
    ) : isLost ? (
      t('ui.lineLost')
    ) : (
      !fits && t('wealth.chooseAmount')
    );
  return (
    <ActionBar note={note}>
      <Button
        disabled={product.state !== 'open' || !fits || isLost}
        onClick={() => void goOn(confirmPath(product.product, product.version, units))}
      >
        {fits ? t(acts[terms.kind], { amount: exactly(amount) }) : t(`wealth.verbs.${terms.kind}`)}
      </Button>
    </ActionBar>
  );
}
