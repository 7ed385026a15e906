import {
  addPasskey,
  changeOwnPassword,
  removePasskey,
  renewRecoveryCodes,
  showSelf,
} from '@glasshouse/protocol/office/session';
import { passwordLength } from '@glasshouse/protocol/session';
import { formatTime } from '@glasshouse/web/lib/format.ts';
import { useState } from 'react';
import { useAct } from '../lib/act.ts';
import { useAsk } from '../lib/ask.ts';
import { sentenceOf } from '../lib/call.ts';
import { showToast } from '../lib/toast.ts';
import { useWords } from '../lib/words.tsx';
import { Asked } from '../ui/Asked.tsx';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { TextField } from '../ui/Field.tsx';
import { KeyValues } from '../ui/KeyValues.tsx';
import { Card, Columns, Line, Page } from '../ui/Page.tsx';
import { Blank, Table } from '../ui/Table.tsx';
import { makeKey } from './passkey.ts';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import styles from './Session.module.css';

/** The operator's own account: second factors and password. */
export function SelfScreen() {
  const { t } = useWords();
  const self = useAsk(showSelf, {});
  return (
    <Page title={t('self.title')} about={t('self.about')}>
      <Asked of={self}>
        {({ operator, passkeys, recoveryCodesLeft, factorAt }) => (
          <>
            <Card padded title={operator.name}>
              <KeyValues
                pairs={[
                  [t('session.email'), operator.email],
                  [t('operators.role'), t(`roles.${operator.role}`)],
                  [t('self.factorAt'), formatTime(factorAt)],
                ]}
              />
            </Card>
            <Passkeys list={passkeys} />
            <Columns>
              <Recovery left={recoveryCodesLeft} />
              <Password />
            </Columns>
          </>
        )}
      </Asked>
    </Page>
  );
}

type Key = { id: string; name: string; createdAt: string; usedAt: string | null };

function Passkeys({ list }: { list: readonly Key[] }) {
  const { t } = useWords();
  const [name, setName] = useState('');
  const add = useAct(addPasskey, { changes: [showSelf], onDone: () => setName('') });
  const remove = useAct(removePasskey, { changes: [showSelf] });
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
              show: ({ id }) => (
                <Button kind="quiet" busy={remove.isPending} onClick={() => remove.mutate({ id })}>
                  {t('ui.remove')}
                </Button>
              ),
            },
          ]}
        />
      )}
    </Card>
  );
}

function Recovery({ left }: { left: number }) {
  const { t } = useWords();
  const [codes, setCodes] = useState<readonly string[]>();
  const renew = useAct(renewRecoveryCodes, {
    changes: [showSelf],
    onDone: ({ recoveryCodes }) => setCodes(recoveryCodes),
  });
  return (
    <Card padded title={t('session.codes')}>
      <p>{t('self.codesLeft', { count: left })}</p>
      <Line>
        <Button busy={renew.isPending} onClick={() => renew.mutate({})}>
          {t('self.renew')}
        </Button>
      </Line>
      {codes && (
        <Dialog title={t('session.codes')} onClose={() => setCodes(undefined)}>
          <p>{t('session.codesAbout')}</p>
          <RecoveryCodes codes={codes} onKept={() => setCodes(undefined)} />
        </Dialog>
      )}
    </Card>
  );
}

function Password() {
  const { t } = useWords();
  const [oldPassword, setOld] = useState('');
  const [password, setPassword] = useState('');
  const change = useAct(changeOwnPassword, {
    onDone: () => {
      setOld('');
      setPassword('');
      showToast('ok', t('self.passwordChanged'));
    },
  });
  const short = password !== '' && password.length < passwordLength.min;
  return (
    <Card padded title={t('session.password')}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!short) change.mutate({ oldPassword, password });
        }}
      >
        <TextField
          label={t('self.oldPassword')}
          type="password"
          autoComplete="current-password"
          value={oldPassword}
          onChange={setOld}
        />
        <TextField
          label={t('session.newPassword')}
          type="password"
          autoComplete="new-password"
          error={short ? t('session.passwordLength', { count: passwordLength.min }) : undefined}
          help={t('self.endsOthers')}
          value={password}
          onChange={setPassword}
        />
        <Line>
          <Button type="submit" busy={change.isPending} disabled={!oldPassword || !password}>
            {t('self.changePassword')}
          </Button>
        </Line>
      </form>
    </Card>
  );
}
