import { systemNames, type Wallet, wallets } from '@glasshouse/protocol/books';
import { Link } from 'react-router';
import { useWords } from '../lib/words.tsx';
import { Fact, KeyValues } from '../ui/KeyValues.tsx';
import { Money } from '../ui/Money.tsx';

type Input = Record<string, unknown>;

const isAccount = (value: unknown): value is Wallet => [...wallets, ...systemNames].includes(value as Wallet);

/** What the waiting call was asked with: a correction in words, anything else field by field. */
export function Asking({ input }: { input: Input }) {
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
        <Fact label={t('users.number')}>
          <Link to={`/users/${number}`}>{number}</Link>
        </Fact>
      </KeyValues>
    );
  }
  const rest = Object.entries(input).filter(([name]) => name !== 'id' && name !== 'reason');
  return (
    <KeyValues pairs={rest.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)])} />
  );
}
