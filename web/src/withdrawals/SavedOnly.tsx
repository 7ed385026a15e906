import { Tag } from '@glasshouse/kit/Tag.tsx';
import type { keepSavedOnly, switchSavedOnly } from '@glasshouse/protocol/withdrawals/calls';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { assetsKey } from '../lib/assets.ts';
import { call } from '../lib/call.ts';
import { withProof } from '../lib/confirm.ts';
import { serverNow } from '../lib/server-clock.ts';
import { useWords, Words } from '../lib/words.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { Note } from '../ui/Note.tsx';
import { TimeText } from '../ui/TimeText.tsx';
import { TradeProof } from '../ui/TradeProof.tsx';
import { showToast } from '../ui/toast.ts';
import styles from './Withdrawals.module.css';
import type { Saved } from './withdrawals.ts';

/**
 * Whether withdrawals are limited to saved payees. Turning it on takes effect at once; turning it off takes a day and
 * can be canceled.
 */
export function SavedOnly({ saved }: { saved: Saved }) {
  const { t } = useWords();
  const [asking, setAsking] = useState(false);
  const { on, endsAt } = saved.savedOnly;
  return (
    <Card pad className={styles.form}>
      <div className={styles.between}>
        <h2 className={styles.name}>{t('withdrawals.payees.only')}</h2>
        {endsAt ? (
          <Tag tone="amber">{t('withdrawals.payees.isEnding')}</Tag>
        ) : (
          <Tag tone={on ? 'ok' : 'neutral'}>{t(on ? 'withdrawals.payees.isOn' : 'withdrawals.payees.isOff')}</Tag>
        )}
      </div>
      {endsAt ? (
        <EndNotice endsAt={endsAt} />
      ) : (
        <>
          <p className={styles.quiet}>{t(on ? 'withdrawals.payees.onText' : 'withdrawals.payees.offText')}</p>
          {asking ? (
            <Switching saved={saved} onEnd={() => setAsking(false)} />
          ) : (
            <Button small kind="soft" className={styles.choose} onClick={() => setAsking(true)}>
              {t(on ? 'withdrawals.payees.turnOff' : 'withdrawals.payees.turnOn')}
            </Button>
          )}
        </>
      )}
    </Card>
  );
}

/** The security center shows the limit too. */
const showChange = (queries: QueryClient) =>
  Promise.all([assetsKey, ['security']].map((queryKey) => queries.invalidateQueries({ queryKey })));

function Switching({ saved: { payees, savedOnly, authenticator }, onEnd }: { saved: Saved; onEnd: () => void }) {
  const { t } = useWords();
  const queries = useQueryClient();
  const on = !savedOnly.on;
  const now = serverNow();
  const isNoneUsable = on && !payees.some(({ usableAt }) => Date.parse(usableAt) <= now);
  return (
    <>
      <p>{t(on ? 'withdrawals.payees.turnOnAbout' : 'withdrawals.payees.turnOffAbout')}</p>
      {isNoneUsable && <Note tone="amber">{t('withdrawals.payees.noneUsable')}</Note>}
      <TradeProof
        code={authenticator}
        submit={t(on ? 'withdrawals.payees.turnOn' : 'withdrawals.payees.turnOff')}
        send={async (by) => {
          const path = '/index/withdraw/savedOnly';
          await call<typeof switchSavedOnly>('POST', path, await withProof(path, { on }, by));
          showToast({
            kind: 'success',
            text: t(on ? 'withdrawals.payees.turnedOn' : 'withdrawals.payees.turnedOff'),
          });
          onEnd();
          await showChange(queries);
        }}
        onCancel={onEnd}
      />
    </>
  );
}

function EndNotice({ endsAt }: { endsAt: string }) {
  const { t } = useWords();
  const queries = useQueryClient();
  const keep = useMutation({
    mutationFn: () => call<typeof keepSavedOnly>('POST', '/index/withdraw/keepSavedOnly', {}),
    onSuccess: () => showToast({ kind: 'success', text: t('withdrawals.payees.kept') }),
    onSettled: () => showChange(queries),
  });
  return (
    <>
      <Note tone="amber" icon="clock">
        <Words k="withdrawals.payees.endsText" time={<TimeText at={endsAt} part="clear" />} />
      </Note>
      <Button busy={keep.isPending} onClick={() => keep.mutate()}>
        {t('withdrawals.payees.keep')}
      </Button>
    </>
  );
}
