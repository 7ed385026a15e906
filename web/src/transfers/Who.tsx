import { Icon } from '@glasshouse/kit/Icon.tsx';
import { wouldBeReal } from '@glasshouse/protocol/movements/addresses';
import type { findPayee } from '@glasshouse/protocol/transfers/calls';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type RefObject, useState } from 'react';
import { call, sentenceOf } from '../lib/call.ts';
import { useIsLost } from '../lib/use-reconnected.ts';
import { useWords } from '../lib/words.tsx';
import { Button } from '../ui/Button.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { TextField } from '../ui/TextField.tsx';
import { PayeeCard, type PayeeCardProps } from './PayeeCard.tsx';
import type { Payee } from './sending.ts';
import styles from './Transfers.module.css';

type WhoProps = Omit<PayeeCardProps, 'payee' | 'onChange'> & {
  payee: Payee | undefined;
  /** The field to focus when the payee is missing. */
  field: RefObject<HTMLDivElement | null>;
  missing: boolean;
  onFound: (payee: Payee | undefined) => void;
};

/** The payee: found by a complete name, then confirmed. */
export function Who({ payee, field, missing, onFound, ...rest }: WhoProps) {
  const { t } = useWords();
  const isLost = useIsLost();
  const [account, setAccount] = useState('');
  // No blockchain address contains an @, and an email address may be long.
  const isReal = !account.includes('@') && wouldBeReal(account);
  const find = useMutation({
    mutationFn: async (typed: string) => ({
      ...(await call<typeof findPayee>('POST', '/index/transfers/payee', { account: typed })),
      account: typed,
    }),
    meta: { quiet: true },
    onSuccess: onFound,
  });
  const change = (typed: string) => {
    setAccount(typed);
    find.reset();
    onFound(undefined);
  };
  const look = (event: FormEvent) => {
    event.preventDefault();
    const typed = account.trim();
    if (typed && !isReal && !find.isPending && !isLost) find.mutate(typed);
  };
  const empty = missing && !payee ? t('transfers.enterAccount') : undefined;
  return (
    <>
      <form noValidate onSubmit={look}>
        <div ref={field}>
          <TextField
            label={t('transfers.account')}
            help={t('transfers.accountHelp')}
            error={isReal ? t('transfers.realAddress') : find.error ? sentenceOf(find.error) : empty}
            icon="search"
            name="account"
            maxLength={254}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="search"
            value={account}
            onChange={change}
            end={
              account && <IconButton icon="close" size={16} quiet label={t('ui.clear')} onClick={() => change('')} />
            }
          />
        </div>
        {!payee && (
          <Button
            type="submit"
            kind="soft"
            small
            className={styles.find}
            busy={find.isPending}
            disabled={(!account.trim() || isReal || isLost) && !find.isPending}
          >
            {t('transfers.find')}
          </Button>
        )}
      </form>
      <div role="status">
        {payee && <PayeeCard {...rest} payee={payee} onChange={() => change('')} />}
        {find.isPending && (
          <span className="vh">
            <Icon name="search" /> {t('ui.loading')}
          </span>
        )}
      </div>
    </>
  );
}
