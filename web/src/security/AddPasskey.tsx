import { makePasskey } from '@glasshouse/kit/passkey.ts';
import type { addPasskey, askPasskey } from '@glasshouse/protocol/factors/calls';
import { call, Refused } from '../lib/call.ts';
import { rememberPasskey } from '../lib/passkey-memory.ts';
import { useForm } from '../lib/use-form.ts';
import { t, useWords } from '../lib/words.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { FormProblem } from '../ui/FormProblem.tsx';
import { TextField } from '../ui/TextField.tsx';
import { showToast } from '../ui/toast.ts';
import { WaitsToConfirm } from './ConfirmsFrom.tsx';
import { useFactorsChanged } from './calls.ts';
import styles from './Factors.module.css';
import { aboutProof, Proof, proofProblems } from './Proof.tsx';

type Values = { name: string; password: string; code: string };

/** If the user closes the browser's dialog or the key doesn't answer, nothing happens. */
async function make(options: Parameters<typeof makePasskey>[0]) {
  try {
    return await makePasskey(options);
  } catch {
    throw new Refused(400, t('factors.passkeyFailed'));
  }
}

async function add({ name, password, code }: Values, asked: boolean): Promise<void> {
  const proof = { password, ...(asked && { code }) };
  const { options } = await call<typeof askPasskey>('POST', '/index/user/askPasskey', proof);
  const response = await make(options);
  await call<typeof addPasskey>('POST', '/index/user/addPasskey', { name, response });
  rememberPasskey();
}

/** Names a new passkey, asks for a proof of ownership, and has the browser create it. */
export function AddPasskey({ asked }: { asked: boolean }) {
  const { t } = useWords();
  const changed = useFactorsChanged();
  const empty = { name: '', password: '', code: '' };
  const { form, field, busy, problem, clear } = useForm(
    empty,
    ({ name, ...proof }) => ({
      name: name.trim() ? undefined : t('factors.enterName'),
      ...proofProblems(proof, asked),
    }),
    {
      send: async (values) => {
        await add(values, asked);
        showToast({ kind: 'success', text: t('factors.added') });
        clear();
        await changed();
      },
      about: aboutProof,
    },
  );
  return (
    <Card pad>
      <form {...form} className={styles.form}>
        <h2 className={styles.title}>{t('factors.addPasskey')}</h2>
        <p className={styles.small}>
          {t('factors.endsSessions')} <WaitsToConfirm />
        </p>
        <TextField label={t('factors.passkeyName')} maxLength={60} autoComplete="off" {...field('name')} />
        <Proof password={field('password')} code={asked ? field('code') : undefined} />
        <FormProblem text={problem} />
        <Button type="submit" busy={busy}>
          {t('factors.addPasskey')}
        </Button>
      </form>
    </Card>
  );
}
