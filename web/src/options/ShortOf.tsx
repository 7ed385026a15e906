import { formatUsdt, parseUnits } from '@glasshouse/protocol/money';
import { useAccount } from '../lib/account.ts';
import { useWords } from '../lib/words.tsx';
import { FromFunding } from '../trading/FromFunding.tsx';
import { moneyText } from './quote-facts.ts';
import type { Obstacle } from './size.ts';
import type { useMoney } from './use-size.ts';

type ShortOfProps = {
  premium: bigint;
  money: ReturnType<typeof useMoney>;
  obstacle: Obstacle | undefined;
};

/** How much a premium draws from Funding, or how much the options wallet and Funding lack. */
export function ShortOf({ premium, money, obstacle }: ShortOfProps) {
  const { t } = useWords();
  const { user } = useAccount();
  if (!user) return null;
  const by = obstacle?.kind === 'short' ? obstacle.by : undefined;
  return (
    <FromFunding
      id="option-short"
      wallet="options"
      move={obstacle === undefined ? money.drawFor(formatUsdt(premium)) : undefined}
      missing={by ? { by, text: t('option.missing', { by: moneyText(parseUnits(by, 'USDT') ?? 0n) }) } : undefined}
    />
  );
}
