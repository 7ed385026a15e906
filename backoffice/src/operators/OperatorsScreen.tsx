import { formatTime } from '@glasshouse/kit/format.ts';
import { Tag, type Tone } from '@glasshouse/kit/Tag.tsx';
import {
  changeOperatorRole,
  disableOperator,
  inviteOperator,
  listOperators,
  resetOperator,
} from '@glasshouse/protocol/operators/calls';
import { useState } from 'react';
import { useAsk } from '../lib/ask.ts';
import type { Answer } from '../lib/call.ts';
import { useMay } from '../lib/session.ts';
import { useNow } from '../lib/times.ts';
import { useWords } from '../lib/words.tsx';
import { ActDialog } from '../ui/ActDialog.tsx';
import { Button } from '../ui/Button.tsx';
import { Card, Line, Page } from '../ui/Page.tsx';
import { QueryState } from '../ui/QueryState.tsx';
import { Table } from '../ui/Table.tsx';
import { Waiting } from '../ui/Waiting.tsx';
import { ChangeRole, Invite, Reset } from './OperatorDialogs.tsx';
import styles from './Operators.module.css';
import { RoleTable } from './RoleTable.tsx';

type Operator = Answer<typeof listOperators>['list'][number];
type Open = { act: 'invite' } | { act: 'role' | 'disable' | 'reset'; operator: Operator };
const tones: Record<Operator['status'], Tone> = { invited: 'amber', active: 'ok', disabled: 'neutral' };

const people = [inviteOperator, changeOperatorRole, resetOperator];

/** The operators, invitations, requests that wait for a second person, and the permissions of each role. */
export function OperatorsScreen() {
  const { t } = useWords();
  const may = useMay();
  const [open, setOpen] = useState<Open>();
  const time = useNow();
  const operators = useAsk(listOperators, {});
  const close = () => setOpen(undefined);
  return (
    <Page
      title={t('nav.operators')}
      about={t('operators.about')}
      acts={
        may('operators.write') && (
          <Button kind="ink" icon="plus" onClick={() => setOpen({ act: 'invite' })}>
            {t('operators.invite')}
          </Button>
        )
      }
    >
      <Card>
        <QueryState of={operators}>
          {({ list }) => (
            <Table
              caption={t('nav.operators')}
              rows={list}
              keyOf={({ id }) => id}
              columns={[
                { label: t('operators.name'), show: ({ name }) => <b>{name}</b> },
                { label: t('session.email'), show: ({ email }) => email },
                { label: t('operators.role'), show: ({ role }) => t(`roles.${role}`) },
                { label: t('self.passkeys'), show: ({ passkeys }) => passkeys },
                { label: t('operators.seen'), show: ({ seenAt }) => (seenAt ? formatTime(seenAt) : t('self.never')) },
                {
                  label: t('users.status'),
                  align: 'narrow',
                  show: ({ status, linkUntil }) => (
                    <>
                      <Tag tone={tones[status]}>{t(`operators.statuses.${status}`)}</Tag>
                      {linkUntil && (
                        <small className={styles.mailed}>
                          {t(Date.parse(linkUntil) > time ? 'operators.linkUntil' : 'operators.linkOver', {
                            time: formatTime(linkUntil),
                          })}
                        </small>
                      )}
                    </>
                  ),
                },
                {
                  label: <span className="vh">{t('ui.acts')}</span>,
                  align: 'narrow',
                  show: (operator) => may('operators.write') && <RowActs operator={operator} onOpen={setOpen} />,
                },
              ]}
            />
          )}
        </QueryState>
      </Card>
      <Waiting actions={people} />
      <RoleTable />
      {open?.act === 'invite' && <Invite onClose={close} />}
      {open?.act === 'role' && <ChangeRole operator={open.operator} onClose={close} />}
      {open?.act === 'disable' && (
        <ActDialog
          endpoint={disableOperator}
          title={t('operators.disableTitle', { name: open.operator.name })}
          about={t('operators.disableAbout')}
          submit={t('operators.disable')}
          danger
          body={(reason) => ({ id: open.operator.id, reason })}
          changes={[listOperators]}
          done={t('operators.disabledDone')}
          onClose={close}
        />
      )}
      {open?.act === 'reset' && <Reset operator={open.operator} onClose={close} />}
    </Page>
  );
}

function RowActs({ operator, onOpen }: { operator: Operator; onOpen: (open: Open) => void }) {
  const { t } = useWords();
  return (
    <Line>
      {operator.status !== 'disabled' && (
        <>
          <Button kind="quiet" onClick={() => onOpen({ act: 'role', operator })}>
            {t('operators.role')}
          </Button>
          <Button kind="quiet" onClick={() => onOpen({ act: 'disable', operator })}>
            {t('operators.disable')}
          </Button>
        </>
      )}
      <Button kind="quiet" onClick={() => onOpen({ act: 'reset', operator })}>
        {t('operators.reset')}
      </Button>
    </Line>
  );
}
