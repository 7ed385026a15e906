import { formatTime } from '@glasshouse/kit/format.ts';
import { Unanswered } from '@glasshouse/kit/http.ts';
import { makePasskey, showPasskey } from '@glasshouse/kit/passkey.ts';
import { addPasskey, askPasskey, removePasskey, showSelf } from '@glasshouse/protocol/operators/session';
import { useState } from 'react';
import { useAct } from '../lib/act.ts';
import { call, Refused, sentenceOf } from '../lib/call.ts';
import { showToast } from '../lib/toast.ts';
import { t, useWords } from '../lib/words.tsx';
import { ActDialog } from '../ui/ActDialog.tsx';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/Field.tsx';
import { Card } from '../ui/Page.tsx';
import { Blank, Table } from '../ui/Table.tsx';

/** The operator may close the browser's dialog, or the key may not answer. In both cases nothing has changed. */
async function withKey<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refused || error instanceof Unanswered) throw error;
    throw new Refused(400, t('session.passkeyFailed'));
  }
}

/** Asks the browser for a passkey that was created before. */
export const showKey = () => withKey(async () => showPasskey((await call(askPasskey, { purpose: 'answer' })).options));

/** Asks the browser to create a passkey. */
const makeKey = () => withKey(async () => makePasskey((await call(askPasskey, { purpose: 'add' })).options));

type Key = { id: string; name: string; createdAt: string; usedAt: string | null };

/** The operator's passkeys, which can't be phished: create, name, remove. */
export function Passkeys({ list }: { list: readonly Key[] }) {
  const { t } = useWords();
  const [name, setName] = useState('');
  const add = useAct(addPasskey, { changes: [showSelf], onDone: () => setName('') });
  const [removing, setRemoving] = useState<Key>();
  async function make() {
    try {
      add.mutate({ name: name.trim() || t('self.passkey'), response: await makeKey() });
    } catch (error) {
      showToast('error', sentenceOf(error));
    }
  }
  return (
    <Card
      title={t('self.passkeys')}
      acts={
        <>
          <TextField
            label={t('self.passkeyName')}
            hideLabel
            placeholder={t('self.passkeyName')}
            maxLength={60}
            value={name}
            onChange={setName}
          />
          <Button icon="plus" busy={add.isPending} onClick={make}>
            {t('self.addPasskey')}
          </Button>
        </>
      }
    >
      {list.length === 0 ? (
        <Blank title={t('self.noPasskeys')}>{t('self.noPasskeysText')}</Blank>
      ) : (
        <Table
          caption={t('self.passkeys')}
          rows={list}
          keyOf={({ id }) => id}
          columns={[
            { label: t('self.passkeyName'), show: (key) => <b>{key.name}</b> },
            { label: t('self.made'), show: (key) => formatTime(key.createdAt) },
            { label: t('self.used'), show: (key) => (key.usedAt ? formatTime(key.usedAt) : t('self.never')) },
            {
              label: <span className="vh">{t('ui.acts')}</span>,
              align: 'narrow',
              show: (key) => (
                <Button kind="quiet" onClick={() => setRemoving(key)}>
                  {t('ui.remove')}
                </Button>
              ),
            },
          ]}
        />
      )}
      {removing && (
        <ActDialog
          endpoint={removePasskey}
          title={t('self.removeTitle', { name: removing.name })}
          about={t('self.removeAbout')}
          submit={t('self.removePasskey')}
          danger
          noReason
          body={() => ({ id: removing.id })}
          changes={[showSelf]}
          done={t('self.removed')}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </Card>
  );
}
