import { formatExact } from '@glasshouse/kit/format.ts';
import { compareDecimal, subtractDecimal, tidyDecimal } from '@glasshouse/protocol/decimal';
import type { upgradeVip } from '@glasshouse/protocol/vip/calls';
import { refundMonths } from '@glasshouse/protocol/vip/levels';
import { type FormEvent, useId } from 'react';
import { useAccount } from '../lib/account.ts';
import { useOverview } from '../lib/assets.ts';
import { call } from '../lib/call.ts';
import { type ConfirmedBy, withProof } from '../lib/confirm.ts';
import { useHidden } from '../lib/hidden.ts';
import { useNavigate } from '../lib/router.tsx';
import { useAct } from '../lib/use-act.ts';
import { useWords } from '../lib/words.tsx';
import { ActPassword } from '../ui/ActPassword.tsx';
import { ButtonLink } from '../ui/Button.tsx';
import { ConfirmButton } from '../ui/ConfirmButton.tsx';
import { KeyValue, KeyValues } from '../ui/KeyValues.tsx';
import { MoneyProblem } from '../ui/MoneyProblem.tsx';
import { Sheet } from '../ui/Sheet.tsx';
import { showToast } from '../ui/toast.ts';
import { useConfirmation } from '../ui/use-confirmation.ts';
import styles from './Vip.module.css';
import type { Vip } from './vip.ts';

type UpgradeProps = { vip: Vip; rule: Vip['levels'][number]; open: boolean; onClose: () => void };
type Body = { level: number; deposit: string; by: ConfirmedBy };
const path = '/index/vip/upgrade';

/** The effect of an upgrade on the user's money, and its confirmation with the trade password. */
export function UpgradeSheet({ vip, rule, open, onClose }: UpgradeProps) {
  const { t } = useWords();
  const { refresh } = useAccount();
  const form = useId();
  const hidden = useHidden();
  const navigate = useNavigate();
  const act = useAct({
    name: 'vip upgrade',
    send: async ({ by, ...body }: Body & { id: string }) =>
      call<typeof upgradeVip>('POST', path, await withProof(path, body, by)),
    sameness: ({ level, deposit }) => `${level} ${deposit}`,
    onDone: (_, { level }) => {
      close();
      refresh().catch(() => {});
      showToast({ kind: 'success', text: t('vip.done', { level }) });
    },
  });
  const password = useConfirmation(act);
  const close = () => {
    password.clear();
    act.reset();
    onClose();
  };
  const overview = useOverview(open).data;
  const fund = overview?.wallets.find(({ wallet }) => wallet === 'fund')?.balances[0]?.amount;
  const rest = subtractDecimal(rule.deposit, vip.deposit);
  const now = compareDecimal(rest, '0') > 0 ? tidyDecimal(rest) : '0.00';
  const short =
    fund !== undefined && compareDecimal(now, fund) > 0 ? tidyDecimal(subtractDecimal(now, fund)) : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (password.isWhole && !short) act.start({ level: rule.level, deposit: rule.deposit, by: password.by });
  };
  return (
    <Sheet
      open={open}
      onClose={close}
      title={t('vip.upgradeTitle', { level: rule.level })}
      footer={
        short ? (
          // On return, the user finds the level and this sheet again.
          <ButtonLink
            to={`/assets/transfer?to=fund${hidden ? '' : `&amount=${short}`}`}
            state="back"
            onClick={() => navigate('/user/vip', { replace: true, state: { upgrading: rule.level } })}
          >
            {t('vip.toFund')}
          </ButtonLink>
        ) : (
          <ConfirmButton
            confirmation={password}
            form={form}
            busy={act.isPending}
            obstacle={fund === undefined && !password.isHeld ? t('vip.fundUnknown') : undefined}
          >
            {now === '0.00' ? t('vip.confirmFree') : t('vip.confirm', { amount: formatExact(now) })}
          </ConfirmButton>
        )
      }
    >
      <form id={form} className={styles.form} noValidate onSubmit={submit}>
        <Sums vip={vip} rule={rule} now={now} fund={fund} short={short} />
        <MoneyProblem
          error={act.error}
          unsure={!act.isPending && act.isUnsure({ level: rule.level, deposit: rule.deposit, by: password.by })}
          unanswered={t('vip.unanswered')}
        />
        {!short && <ActPassword autoFocus {...password.field} />}
      </form>
    </Sheet>
  );
}

type SumsProps = Pick<UpgradeProps, 'vip' | 'rule'> & {
  now: string;
  fund: string | undefined;
  short: string | undefined;
};
function Sums({ vip, rule, now, fund, short }: SumsProps) {
  const { t } = useWords();
  const hidden = useHidden();
  const usdt = (amount: string) => `${formatExact(amount)} USDT`;
  const after = fund && !short ? tidyDecimal(subtractDecimal(fund, now)) : undefined;
  return (
    <KeyValues>
      <KeyValue label={t('vip.depositOf', { level: rule.level })}>{usdt(rule.deposit)}</KeyValue>
      {vip.level > 0 && <KeyValue label={t('vip.heldAlready')}>{usdt(vip.deposit)}</KeyValue>}
      <KeyValue
        label={t('vip.now')}
        note={vip.level > 0 ? `${formatExact(rule.deposit)} − ${formatExact(vip.deposit)}` : undefined}
      >
        {usdt(now)}
      </KeyValue>
      {fund && (
        <KeyValue
          label={t('vip.after')}
          note={after && !hidden ? `${formatExact(fund)} − ${formatExact(now)}` : undefined}
        >
          {short ? t('vip.short', { by: formatExact(short) }) : hidden ? '••••' : usdt(after!)}
        </KeyValue>
      )}
      <KeyValue label={t('vip.comesBack')}>
        {rule.level === 1 ? t('vip.comesBackFirst') : t('vip.comesBackOn', { months: refundMonths })}
      </KeyValue>
    </KeyValues>
  );
}
