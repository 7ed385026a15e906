import type { Approval } from '@glasshouse/protocol/backoffice/approvals';
import { systemNames, type Wallet, wallets } from '@glasshouse/protocol/ledger/books';
import { giveUpDay } from '@glasshouse/protocol/market/office';
import { personAndNumber } from '../lib/names.ts';
import { useWords } from '../lib/words.tsx';
import { Fact, KeyValues } from '../ui/KeyValues.tsx';
import { Money } from '../ui/Money.tsx';
import { UserLink } from '../ui/UserLink.tsx';
import { WouldChange } from '../ui/Waiting.tsx';

const isAccount = (value: unknown): value is Wallet => [...wallets, ...systemNames].includes(value as Wallet);

const valueIn = (part: unknown, name: string): string | undefined => {
  const value = (part as Record<string, unknown> | null)?.[name];
  return typeof value === 'string' ? value : undefined;
};

type AskingProps = { of: Pick<Approval, 'action' | 'input' | 'before' | 'after' | 'person'> };

/**
 * The content of a request: a correction or a day to give up in words, the changes that the server computed, or the
 * call field by field.
 */
export function Asking({ of: { action, input, before, after, person } }: AskingProps) {
  const { t } = useWords();
  const { number, wallet, direction, amount, currency } = input;
  if (isAccount(wallet) && typeof amount === 'string' && typeof number === 'string' && typeof currency === 'string') {
    return (
      <KeyValues
        pairs={[
          [t('users.wallet'), t(`books.account.${wallet}`)],
          [t('users.direction'), t(direction === 'credit' ? 'users.credited' : 'users.debited')],
        ]}
      >
        <Fact label={t('users.amount')}>
          <Money amount={direction === 'credit' ? amount : `-${amount}`} currency={currency} signed />
        </Fact>
        <Fact label={t('review.userOf')}>
          <UserLink number={number}>{personAndNumber(person ?? { number, username: null })}</UserLink>
        </Fact>
        {valueIn(before, 'balance') !== undefined && (
          <Fact label={t('approvals.balance')}>
            <Money amount={valueIn(before, 'balance')!} currency={currency} />
            {' → '}
            <Money amount={valueIn(after, 'balance')!} currency={currency} />
          </Fact>
        )}
      </KeyValues>
    );
  }
  if (action === giveUpDay.path) {
    return (
      <KeyValues
        pairs={[
          [t('dashboard.givenUp'), String(input.day)],
          [t('dashboard.giveUpMeansLabel'), t('dashboard.giveUpMeans')],
        ]}
      />
    );
  }
  if (after !== null) return <WouldChange action={action} input={input} before={before} after={after} />;
  const rest = Object.entries(input).filter(([name]) => name !== 'id' && name !== 'reason');
  return (
    <KeyValues pairs={rest.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)])} />
  );
}
