import { formatTime } from '@glasshouse/kit/format.ts';
import { Link } from '@glasshouse/kit/router.tsx';
import {
  freezeWithdrawal,
  listOpenWithdrawals,
  openStates,
  returnWithdrawal,
  unfreezeWithdrawal,
} from '@glasshouse/protocol/withdrawals/office';
import { useState } from 'react';
import { usePages } from '../lib/ask.ts';
import { type Answer, sentenceOf } from '../lib/call.ts';
import { useChoices } from '../lib/choices.ts';
import { amountWords, reasonWords } from '../lib/names.ts';
import { useMay } from '../lib/session.ts';
import { useWords } from '../lib/words.tsx';
import { ActDialog } from '../ui/ActDialog.tsx';
import { Button } from '../ui/Button.tsx';
import { Export } from '../ui/Export.tsx';
import { Money } from '../ui/Money.tsx';
import { More } from '../ui/More.tsx';
import { Note } from '../ui/Note.tsx';
import { Card, Line, Page } from '../ui/Page.tsx';
import { RetypeAmount, useRetyped } from '../ui/RetypeAmount.tsx';
import { Segments } from '../ui/Segments.tsx';
import { Blank, Bones, Table } from '../ui/Table.tsx';
import { UserLink } from '../ui/UserLink.tsx';

type Listed = Answer<typeof listOpenWithdrawals>['list'][number];
type Act = 'freeze' | 'unfreeze' | 'return';
const endpoints = { freeze: freezeWithdrawal, unfreeze: unfreezeWithdrawal, return: returnWithdrawal } as const;

/** The actions that a withdrawal allows in its state. One that is still under review is returned by rejecting its case. */
const actsOn = ({ state, frozenFrom }: Listed): Act[] => {
  if (state === 'under_review') return ['freeze'];
  if (state === 'withdrawing') return ['freeze', 'return'];
  return frozenFrom === 'withdrawing' ? ['unfreeze', 'return'] : ['unfreeze'];
};

/** Open withdrawals of one state, oldest first. */
export function WithdrawalsScreen() {
  const { t } = useWords();
  const [choices, choose] = useChoices(['state']);
  const state = openStates.find((each) => each === choices.state) ?? 'withdrawing';
  const [asking, setAsking] = useState<{ act: Act; one: Listed }>();
  const pages = usePages(
    listOpenWithdrawals,
    (after) => ({ state, ...(after !== undefined && { after: after as { at: string; id: string } }) }),
    { state },
  );
  const rows = pages.data?.pages.flatMap(({ list }) => list) ?? [];
  return (
    <Page title={t('withdrawals.title')} about={t('withdrawals.about')} acts={<Export name="withdrawals" />}>
      <Segments
        label={t('withdrawals.state')}
        choices={openStates.map((each) => [each, t(`movements.states.${each}`)] as const)}
        value={state}
        onChange={(chosen) => choose({ state: chosen })}
      />
      <Card>
        {pages.isPending && <Bones />}
        {pages.error && (
          <Note tone="error" role="alert">
            {sentenceOf(pages.error)}
          </Note>
        )}
        {pages.data && rows.length === 0 && <Blank title={t('withdrawals.none')} />}
        {rows.length > 0 && (
          <>
            <List rows={rows} onAsk={(act, one) => setAsking({ act, one })} />
            <More pages={pages} />
          </>
        )}
      </Card>
      {asking && <Confirm {...asking} onClose={() => setAsking(undefined)} />}
    </Page>
  );
}

/** Names the amount and the user. A large amount that is returned for good is typed a second time. */
function Confirm({ act, one, onClose }: { act: Act; one: Listed; onClose: () => void }) {
  const { t } = useWords();
  const { number, id, amount, currency } = one;
  const retyped = useRetyped(act === 'return' ? { amount, currency } : undefined);
  return (
    <ActDialog
      endpoint={endpoints[act]}
      title={t(`withdrawals.titles.${act}`, { amount: amountWords(one), number })}
      about={t(`withdrawals.ask.${act}`)}
      submit={t(`withdrawals.${act}`)}
      danger={act !== 'unfreeze'}
      body={(reason) => ({ number, id, reason })}
      invalid={retyped.invalid}
      changes={[listOpenWithdrawals]}
      done={t(`withdrawals.done.${act}`)}
      onClose={onClose}
    >
      {(wrong) => <RetypeAmount of={retyped} wrong={wrong} />}
    </ActDialog>
  );
}

function List({ rows, onAsk }: { rows: readonly Listed[]; onAsk: (act: Act, one: Listed) => void }) {
  const { t } = useWords();
  const may = useMay();
  return (
    <Table
      caption={t('withdrawals.title')}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        {
          label: t('withdrawals.user'),
          show: ({ number }) => <UserLink number={number}>{number}</UserLink>,
        },
        { label: t('withdrawals.since'), align: 'narrow', show: ({ changedAt }) => formatTime(changedAt) },
        { label: t('withdrawals.way'), show: ({ way }) => (way === 'bank' ? t('withdrawals.bank') : way) },
        {
          label: t('withdrawals.amount'),
          align: 'right',
          show: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
        },
        {
          label: t('withdrawals.arrives'),
          align: 'right',
          show: ({ arrives, currency }) => <Money amount={arrives} currency={currency} />,
        },
        {
          label: t('ui.reason'),
          show: ({ reason }) =>
            reason === 'account_frozen' ? t('withdrawals.accountFrozen') : reason === null ? '–' : reasonWords(reason),
        },
        {
          label: <span className="vh">{t('ui.acts')}</span>,
          align: 'narrow',
          show: (one) => (
            <Line>
              {one.case && one.frozenFrom !== 'withdrawing' && one.state !== 'withdrawing' && (
                <Link to={`/review/withdrawal/${one.case}`}>{t('withdrawals.openCase')}</Link>
              )}
              {may('withdrawals.decide') &&
                actsOn(one).map((act) => (
                  <Button key={act} kind="quiet" onClick={() => onAsk(act, one)}>
                    {t(`withdrawals.${act}`)}
                  </Button>
                ))}
            </Line>
          ),
        },
      ]}
    />
  );
}
