import { Link } from '@glasshouse/kit/router.tsx';
import type { Approval, SeenPerson } from '@glasshouse/protocol/backoffice/approvals';
import { systemNames, type Wallet, wallets } from '@glasshouse/protocol/ledger/books';
import { giveUpDay } from '@glasshouse/protocol/market/office';
import { useMay } from '../lib/session.ts';
import { t, useWords } from '../lib/words.tsx';
import { Fact, KeyValues } from '../ui/KeyValues.tsx';
import { Money } from '../ui/Money.tsx';
import { WouldChange } from '../ui/Waiting.tsx';

const isAccount = (value: unknown): value is Wallet => [...wallets, ...systemNames].includes(value as Wallet);

const valueIn = (part: unknown, name: string): string | undefined => {
  const value = (part as Record<string, unknown> | null)?.[name];
  return typeof value === 'string' ? value : undefined;
};

/** The username and the number; the number alone where there is no name. */
const userOf = (number: string, person: SeenPerson | null): string =>
  person?.username ? `${person.username} (${number})` : t('users.numbered', { number });

type AskingProps = { of: Pick<Approval, 'action' | 'input' | 'before' | 'after' | 'person'> };

/** What is asked for: a correction or a day to give up in words, what the server says would change, or the call field by field. */
export function Asking({ of: { action, input, before, after, person } }: AskingProps) {
  const { t } = useWords();
  const may = useMay();
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
          {may('users.read') ? <Link to={`/users/${number}`}>{userOf(number, person)}</Link> : userOf(number, person)}
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
