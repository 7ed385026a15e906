import { parseUnits } from '@glasshouse/protocol/money';
import { useWords } from '../lib/words.tsx';
import { StepField } from '../trading/StepField.tsx';
import { chooseSize } from './choices.ts';
import { type MaxSize, type Obstacle, sizeFor, stepsFrom } from './size.ts';
import type { Size, useMoney } from './use-size.ts';

type SizeFieldProps = {
  symbol: string;
  size: Size;
  money: Pick<ReturnType<typeof useMoney>, 'available' | 'practice'>;
  /** The cost of one coin, in minor units of USDT. */
  perCoin: bigint;
  most: MaxSize;
  obstacle: Obstacle | undefined;
};

/** The size of the option, entered by typing, in steps, or as what a percentage of the wallet buys. */
export function SizeField({ symbol, size, money, perCoin, most, obstacle }: SizeFieldProps) {
  const { t } = useWords();
  const { available, practice } = money;
  return (
    <StepField
      name={t('option.size')}
      unit={symbol}
      held={{ name: t(practice ? 'contract.available' : 'option.wallet'), amount: available }}
      typed={size.typed}
      amount={size.amount}
      decimals={8}
      wrong={obstacle !== undefined && obstacle.kind !== 'short'}
      invalid={obstacle !== undefined}
      {...stepsFrom(size.units)}
      shareOf={(percent) => sizeFor(parseUnits(available ?? '0', 'USDT') ?? 0n, percent, perCoin, most)}
      onChange={(typed) => chooseSize(symbol, typed)}
    />
  );
}
