import type { setAsking } from '@glasshouse/protocol/transfers/calls';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useEffectEvent, useId, useState } from 'react';
import { call, sentenceOf } from '../lib/call.ts';
import { type ConfirmedBy, withProof } from '../lib/confirm.ts';
import { Link } from '../lib/router.tsx';
import { useIsLost } from '../lib/use-reconnected.ts';
import { useWords } from '../lib/words.tsx';
import { ActPassword } from '../ui/ActPassword.tsx';
import { Card } from '../ui/Card.tsx';
import { ConfirmButton } from '../ui/ConfirmButton.tsx';
import { FormProblem } from '../ui/FormProblem.tsx';
import { Sheet } from '../ui/Sheet.tsx';
import { Switch } from '../ui/Switch.tsx';
import { showToast } from '../ui/toast.ts';
import { useConfirmation } from '../ui/use-confirmation.ts';
import { type Sending, sendingKey } from './sending.ts';
import styles from './Transfers.module.css';

const path = '/index/transfers/ask';

/** Whether each transfer requires the trade password. Turning it off requires it once more. */
export function PasswordSetting({ sending }: { sending: Sending }) {
  const { t } = useWords();
  const queries = useQueryClient();
  const isLost = useIsLost();
  const [isOpen, setOpen] = useState(false);
  const set = useMutation({
    mutationFn: async ({ by, ...body }: { ask: boolean; by?: ConfirmedBy }) =>
      call<typeof setAsking>('POST', path, by ? await withProof(path, body, by) : body),
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
        act={{ isPending: set.isPending, isLost, error: set.error, reset: set.reset }}
        onClose={() => {
          set.reset();
          setOpen(false);
        }}
        onDone={(by) => set.mutate({ ask: false, by })}
      />
    </Card>
  );
}

type TurnOffProps = {
  open: boolean;
  act: Parameters<typeof useConfirmation>[0];
  onClose: () => void;
  onDone: (by: ConfirmedBy) => void;
};
function TurnOff({ open, act, onClose, onDone }: TurnOffProps) {
  const { t } = useWords();
  const form = useId();
  const password = useConfirmation(act);
  const clear = useEffectEvent(password.clear);
  useEffect(() => {
    if (!open) clear();
  }, [open]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (password.isWhole && !act.isPending) onDone(password.by);
  };
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('transfers.turnOff')}
      footer={
        <ConfirmButton confirmation={password} form={form} busy={act.isPending} className={styles.wide}>
          {t('transfers.turnOffAct')}
        </ConfirmButton>
      }
    >
      <form id={form} className={styles.form} noValidate onSubmit={submit}>
        <p>{t('transfers.turnOffText')}</p>
        <FormProblem text={open && act.error ? sentenceOf(act.error) : undefined} />
        <ActPassword autoFocus {...password.field} />
      </form>
    </Sheet>
  );
}
