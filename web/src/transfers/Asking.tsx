import type { setAsking } from '@glasshouse/protocol/transfers/calls';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { call, sentenceOf } from '../lib/call.ts';
import { Link } from '../lib/router.tsx';
import { useIsLost } from '../lib/use-line-back.ts';
import { useWords } from '../lib/words.tsx';
import { ActPassword } from '../ui/ActPassword.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { FormProblem } from '../ui/FormProblem.tsx';
import { Sheet } from '../ui/Sheet.tsx';
import { Switch } from '../ui/Switch.tsx';
import { tradePasswordDigits } from '../ui/TradePasswordField.tsx';
import { showToast } from '../ui/toast.ts';
import { type Sending, sendingKey } from './sending.ts';
import styles from './Transfers.module.css';

/** Whether each transfer asks for the trade password. To be asked no longer takes it once more. */
export function Asking({ sending }: { sending: Sending }) {
  const { t } = useWords();
  const queries = useQueryClient();
  const isLost = useIsLost();
  const [isOpen, setOpen] = useState(false);
  const set = useMutation({
    mutationFn: (body: { ask: boolean; tradePassword?: string }) =>
      call<typeof setAsking>('POST', '/index/transfers/ask', body),
    meta: { quiet: true },
    onSuccess: ({ ask }) => {
      setOpen(false);
      showToast({ kind: 'success', text: t(ask ? 'transfers.asked' : 'transfers.oneTap') });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: sendingKey, exact: true }),
  });
  if (sending.level === 0)
    return (
      <Card pad className={styles.always}>
        <p>{t('transfers.always')}</p>
        <Link to="/user/vip">{t('titles.vip')}</Link>
      </Card>
    );
  return (
    <Card>
      <Switch
        label={t('transfers.ask')}
        help={t('transfers.askHelp', { level: sending.level })}
        checked={sending.ask}
        disabled={set.isPending || isLost}
        onChange={(ask) => (ask ? set.mutate({ ask }) : setOpen(true))}
      />
      <FormProblem text={set.error && !isOpen ? sentenceOf(set.error) : undefined} />
      <TurnOff
        open={isOpen}
        busy={set.isPending}
        problem={set.error ? sentenceOf(set.error) : undefined}
        onClose={() => {
          set.reset();
          setOpen(false);
        }}
        onDone={(tradePassword) => set.mutate({ ask: false, tradePassword })}
      />
    </Card>
  );
}

type TurnOffProps = {
  open: boolean;
  busy: boolean;
  problem: string | undefined;
  onClose: () => void;
  onDone: (tradePassword: string) => void;
};
function TurnOff({ open, busy, problem, onClose, onDone }: TurnOffProps) {
  const { t } = useWords();
  const form = useId();
  const [typed, setTyped] = useState('');
  const left = tradePasswordDigits - typed.length;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (left === 0 && !busy) onDone(typed);
    setTyped('');
  };
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('transfers.turnOff')}
      footer={
        <Button type="submit" form={form} className={styles.wide} busy={busy} disabled={left > 0 && !busy}>
          {t('transfers.turnOffAct')}
        </Button>
      }
    >
      <form id={form} className={styles.form} noValidate onSubmit={submit}>
        <p>{t('transfers.turnOffText')}</p>
        <ActPassword autoFocus value={typed} error={typed ? undefined : problem} onChange={setTyped} />
      </form>
    </Sheet>
  );
}
