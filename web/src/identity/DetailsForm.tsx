import { isName, longestName } from '@glasshouse/protocol/identity/name';
import { specimenDocuments } from '@glasshouse/protocol/specimens/code';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useAccount } from '../lib/account.ts';
import { useWords } from '../lib/words.tsx';
import { ActionBar } from '../ui/ActionBar.tsx';
import { Button } from '../ui/Button.tsx';
import { Segments } from '../ui/Segments.tsx';
import { TextField } from '../ui/TextField.tsx';
import styles from './Identity.module.css';
import type { Details } from './specimen.ts';

const numberForm = /^[A-Za-z0-9-]{4,32}$/;

/** Name, document and number of the specimen. A number is suggested, so that users don't type a real one. */
export function DetailsForm({ start, onDone }: { start: Partial<Details>; onDone: (typed: Details) => void }) {
  const { t } = useWords();
  const { user } = useAccount();
  const [typed, setTyped] = useState<Details>({
    name: '',
    document: 'id',
    number: `SPEC-${user?.number ?? '0000'}`,
    ...start,
  });
  const [attempts, setAttempts] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (attempts) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [attempts]);
  const change = (part: Partial<Details>) => setTyped((before) => ({ ...before, ...part }));
  const name = typed.name.trim();
  const number = typed.number.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isName(name) && numberForm.test(number)) return onDone({ ...typed, name, number });
    setAttempts((n) => n + 1);
  };
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={submit}>
      <Segments
        as="radio"
        label={t('identity.document')}
        options={specimenDocuments.map((value) => ({ value, label: t(`identity.documents.${value}`) }))}
        value={typed.document}
        onChange={(document) => change({ document })}
      />
      <TextField
        label={t('identity.name')}
        help={t('identity.nameHelp')}
        error={attempts && !isName(name) ? t('identity.enterName') : undefined}
        maxLength={longestName}
        autoComplete="off"
        value={typed.name}
        onChange={(value) => change({ name: value })}
      />
      <TextField
        label={t('identity.number')}
        help={t('identity.numberHelp')}
        error={attempts && !numberForm.test(number) ? t('identity.enterNumber') : undefined}
        maxLength={32}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={typed.number}
        onChange={(value) => change({ number: value })}
      />
      <ActionBar>
        <Button type="submit">{t('identity.continue')}</Button>
      </ActionBar>
    </form>
  );
}
