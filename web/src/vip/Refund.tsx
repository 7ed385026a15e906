import type { askVipRefund } from '@glasshouse/protocol/vip/calls';
import { useState } from 'react';
import { call } from '../lib/call.ts';
import { useAct } from '../lib/use-act.ts';
import { useWords, Words } from '../lib/words.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { MoneyProblem } from '../ui/MoneyProblem.tsx';
import { Note } from '../ui/Note.tsx';
import { TimeText } from '../ui/TimeText.tsx';
import { plain } from './amounts.ts';
import styles from './Vip.module.css';
import type { Vip } from './vip.ts';

/** When the deposit can be requested back, and the state of the request. */
export function Refund({ vip }: { vip: Vip }) {
  const { t } = useWords();
  const [sure, setSure] = useState(false);
  const act = useAct({
    name: 'vip refund',
    send: (body: { id: string }) => call<typeof askVipRefund>('POST', '/index/vip/refund', body),
    sameness: () => 'refund',
    onDone: () => {},
  });
  const amount = plain(vip.deposit);
  return (
    <Card pad className={styles.section} aria-labelledby="refund">
      <h2 id="refund">{t('vip.refund.title')}</h2>
      <div className={styles.refund}>
        {/* Rendered before its text, so that screen readers announce a decision when it arrives. */}
        <div role="status">
          <Newest refund={vip.refund} />
        </div>
        {vip.refundFrom && vip.refund?.state !== 'under_review' && (
          <p>
            {vip.mayRefund ? (
              t('vip.refund.may', { amount })
            ) : (
              <Words k="vip.refund.from" time={<TimeText at={vip.refundFrom} />} />
            )}
          </p>
        )}
        <MoneyProblem error={act.error} unanswered={t('vip.unanswered')} />
        {vip.mayRefund && (
          <Button
            kind="line"
            small
            busy={act.isPending}
            disabled={act.isLost}
            hint={act.isLost && t('ui.lineLost')}
            onClick={() => setSure(true)}
          >
            {t('vip.refund.ask')}
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={sure}
        title={t('vip.refund.sure', { amount })}
        text={t('vip.refund.sureText')}
        confirm={t('vip.refund.ask')}
        onCancel={() => setSure(false)}
        onConfirm={() => {
          setSure(false);
          act.start({});
        }}
      />
    </Card>
  );
}

function Newest({ refund }: Pick<Vip, 'refund'>) {
  const { t } = useWords();
  if (!refund) return null;
  if (refund.state === 'rejected')
    return <Note tone="error">{t('vip.refund.rejected', { reason: refund.reason ?? '' })}</Note>;
  if (refund.state === 'passed')
    return (
      <Note tone="ok">
        <Words k="vip.refund.passed" time={<TimeText at={refund.decidedAt ?? refund.askedAt} />} />
      </Note>
    );
  return (
    <Note tone="amber" icon="clock">
      <Words k="vip.refund.under_review" time={<TimeText at={refund.askedAt} />} />
    </Note>
  );
}
