import { useNavigate } from '../lib/router.tsx';
import { useIsLost } from '../lib/use-reconnected.ts';
import { useWords, Words } from '../lib/words.tsx';
import { ActionBar } from '../ui/ActionBar.tsx';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { TimeText } from '../ui/TimeText.tsx';
import { confirmPath, productPath } from './purchase-paths.ts';
import type { Calculated } from './sums.ts';
import { exactly } from './sums.ts';
import { splitOf, type Wallets } from './wealth.ts';

type SubscribeProps = Calculated & { money: Wallets | undefined };

const acts = { trust: 'wealth.subscribe', pledge: 'wealth.pledgeAct', machine: 'wealth.buy' } as const;

/** Leads to the confirmation, or says what prevents the purchase. */
export function Subscribe({ product, terms, schedule: { amount }, units, fits, money }: SubscribeProps) {
  const { t } = useWords();
  const navigate = useNavigate();
  const isLost = useIsLost();
  const { fromFund, short } = money ? splitOf(amount, money) : { fromFund: 0n, short: 0n };
  // Keeps the choice for when the user comes back.
  const goOn = async (to: string) => {
    await navigate(productPath(product.product, units), { replace: true });
    await navigate(to);
  };
  if (product.state === 'open' && fits && short > 0n) {
    return (
      <ActionBar note={t('wealth.short', { amount: exactly(short) })}>
        <ButtonLink to="/pay/deposit">{t('titles.deposit')}</ButtonLink>
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
    ) : !fits ? (
      t('wealth.chooseAmount')
    ) : (
      fromFund > 0n && t('wealth.fromFunding', { amount: exactly(fromFund) })
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
