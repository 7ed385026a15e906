import { formatTime } from '@glasshouse/kit/format.ts';
import { Tag, type Tone } from '@glasshouse/kit/Tag.tsx';
import { type Approval, decideApproval, listApprovals } from '@glasshouse/protocol/backoffice/approvals';
import { correctBalance } from '@glasshouse/protocol/backoffice/users';
import { savePeriods } from '@glasshouse/protocol/contracts/office-terms';
import type { Currency } from '@glasshouse/protocol/money';
import { saveMoney } from '@glasshouse/protocol/site/office';
import { useState } from 'react';
import { usePages } from '../lib/ask.ts';
import { sentenceOf } from '../lib/call.ts';
import { useChoices } from '../lib/choices.ts';
import { requestWords } from '../lib/names.ts';
import { useMe } from '../lib/session.ts';
import { useWords } from '../lib/words.tsx';
import { ActDialog } from '../ui/ActDialog.tsx';
import { Button } from '../ui/Button.tsx';
import { Export } from '../ui/Export.tsx';
import { KeyValues } from '../ui/KeyValues.tsx';
import { More } from '../ui/More.tsx';
import { Note } from '../ui/Note.tsx';
import { Card, Columns, Line, Page } from '../ui/Page.tsx';
import { RetypeAmount, useRetyped } from '../ui/RetypeAmount.tsx';
import { Segments } from '../ui/Segments.tsx';
import { Blank, Bones } from '../ui/Table.tsx';
import { Asking } from './Asking.tsx';

const tones: Record<Approval['state'], Tone> = {
  waiting: 'amber',
  approved: 'ok',
  refused: 'error',
  expired: 'neutral',
};

/** Changes that are announced once they are approved, and take effect an hour later. */
const announcedActions: readonly string[] = [saveMoney.path, savePeriods.path];

const states = ['waiting', 'decided'] as const;

/** Requests that need a second person. Operators can't decide their own requests. */
export function ApprovalsScreen() {
  const { t } = useWords();
  const [choices, choose] = useChoices(['state']);
  const state = states.find((each) => each === choices.state) ?? 'waiting';
  const pages = usePages(
    listApprovals,
    (before) => ({ state, ...(typeof before === 'string' && { before }) }),
    { state },
    { every: 10_000 },
  );
  const list = pages.data?.pages.flatMap((page) => page.list) ?? [];
  return (
    <Page
      title={t('nav.approvals')}
      about={t('approvals.about')}
      acts={
        <Line>
          <Export name="approvals" />
          <Segments
            label={t('review.show')}
            choices={states.map((each) => [each, t(`review.${each}`)] as const)}
            value={state}
            onChange={(to) => choose({ state: to })}
          />
        </Line>
      }
    >
      {pages.isPending && <Bones />}
      {pages.error && (
        <Note tone="error" role="alert">
          {sentenceOf(pages.error)}
        </Note>
      )}
      {pages.data && list.length === 0 && (
        <Card>
          <Blank title={t(`approvals.none.${state}`)}>{state === 'waiting' && t('approvals.noneText')}</Blank>
        </Card>
      )}
      {list.map((approval) => (
        <Request key={approval.id} approval={approval} />
      ))}
      {list.length > 0 && <More pages={pages} />}
    </Page>
  );
}

function Request({ approval }: { approval: Approval }) {
  const { t } = useWords();
  const me = useMe();
  const [decision, setDecision] = useState<'approve' | 'refuse'>();
  const { action, deciders, mayDecideFrom, askedBy, askedAt, expiresAt, state, decidedBy, decidedAt, answer } =
    approval;
  const title = requestWords(approval);
  const { amount, currency } = approval.input;
  const isMoney = action === correctBalance.path && typeof amount === 'string' && typeof currency === 'string';
  const retyped = useRetyped(
    isMoney && decision === 'approve' ? { amount, currency: currency as Currency } : undefined,
  );
  const isAnnounced = decision === 'approve' && announcedActions.includes(action);
  return (
    <Card padded title={title} acts={<Tag tone={tones[state]}>{t(`approvals.states.${state}`)}</Tag>}>
      <Columns>
        <Asking of={approval} />
        <KeyValues
          pairs={[
            [t('approvals.askedAt'), formatTime(askedAt)],
            ...(state === 'waiting'
              ? ([
                  [t('approvals.expiresAt'), formatTime(expiresAt)],
                  [t('approvals.deciders'), deciders.map((role) => t(`roles.${role}`)).join(', ')],
                ] as const)
              : []),
            ...(decidedBy ? [[t('approvals.decidedBy'), decidedBy.name] as const] : []),
            ...(decidedAt ? [[t('approvals.decidedAt'), formatTime(decidedAt)] as const] : []),
            ...(answer ? [[t('approvals.answer'), answer] as const] : []),
          ]}
        />
      </Columns>
      <Note title={askedBy.name}>{approval.reason}</Note>
      {state === 'waiting' && !approval.mayDecide && askedBy.id === me.id && (
        <Note tone="amber">{t('approvals.own')}</Note>
      )}
      {mayDecideFrom && <Note tone="amber">{t('approvals.tooNew', { time: formatTime(mayDecideFrom) })}</Note>}
      {approval.mayDecide && (
        <Line end>
          <Button onClick={() => setDecision('refuse')}>{t('approvals.refuse')}</Button>
          <Button kind="ink" onClick={() => setDecision('approve')}>
            {t('approvals.approve')}
          </Button>
        </Line>
      )}
      {decision && (
        <ActDialog
          endpoint={decideApproval}
          title={t(`approvals.${decision}Title`, { request: title })}
          about={t(isAnnounced ? 'approvals.announceAbout' : `approvals.${decision}About`, { name: askedBy.name })}
          submit={t(`approvals.${decision}`)}
          danger={decision === 'refuse'}
          body={(reason) => ({ id: approval.id, decision, reason })}
          invalid={retyped.invalid}
          changes={[listApprovals]}
          done={({ takesEffectAt }) =>
            takesEffectAt
              ? t('approvals.announceDone', { time: formatTime(takesEffectAt) })
              : t(`approvals.${decision}Done`)
          }
          onClose={() => setDecision(undefined)}
        >
          {(wrong) => (
            <>
              <Asking of={approval} />
              <KeyValues
                pairs={[
                  [t('ui.who'), t('approvals.askedBy', { name: askedBy.name, time: formatTime(askedAt) })],
                  [t('approvals.reasonGiven'), approval.reason],
                ]}
              />
              <RetypeAmount of={retyped} wrong={wrong} />
            </>
          )}
        </ActDialog>
      )}
    </Card>
  );
}
