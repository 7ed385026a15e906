import { disableOperator, listOperators, resetOperator } from '@glasshouse/protocol/office/operators';
import { formatTime } from '@glasshouse/web/lib/format.ts';
import { useState } from 'react';
import { useAsk } from '../lib/ask.ts';
import type { Answer } from '../lib/call.ts';
import { useMay } from '../lib/session.ts';
import { useWords } from '../lib/words.tsx';
import { ActDialog } from '../ui/ActDialog.tsx';
import { Asked } from '../ui/Asked.tsx';
import { Button } from '../ui/Button.tsx';
import { Card, Line, Page } from '../ui/Page.tsx';
import { Table } from '../ui/Table.tsx';
import { Tag, type Tone } from '../ui/Tag.tsx';
import { LinkDialog } from './LinkDialog.tsx';
import { ChangeRole, Invite } from './OperatorDialogs.tsx';
import { RoleTable } from './RoleTable.tsx';

type Operator = Answer<typeof listOperators>['list'][number];
type Open = { act: 'invite' } | { act: 'role' | 'disable' | 'reset'; operator: Operator };
const tones: Record<Operator['status'], Tone> = { invited: 'amber', active: 'ok', disabled: 'neutral' };

/** Who runs the site, and what each role may do. */
export function OperatorsScreen() {
  const { t } = useWords();
  const may = useMay();
  const [open, setOpen] = useState<Open>();
  const [link, setLink] = useState<string>();
  const operators = useAsk(listOperators, {});
  const close = () => setOpen(undefined);
  const showLink = (answer: { link: string }) => {
    close();
    setLink(answer.link);
  };
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
        <Asked of={operators}>
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
                  show: ({ status }) => <Tag tone={tones[status]}>{t(`operators.statuses.${status}`)}</Tag>,
                },
                {
                  label: <span className="vh">{t('ui.acts')}</span>,
                  align: 'narrow',
                  show: (operator) => may('operators.write') && <RowActs operator={operator} onOpen={setOpen} />,
                },
              ]}
            />
          )}
        </Asked>
      </Card>
      <RoleTable />
      {open?.act === 'invite' && <Invite onDone={showLink} onClose={close} />}
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
      {open?.act === 'reset' && (
        <ActDialog
          endpoint={resetOperator}
          title={t('operators.resetTitle', { name: open.operator.name })}
          about={t('operators.resetAbout')}
          submit={t('operators.reset')}
          danger
          body={(reason) => ({ id: open.operator.id, reason })}
          changes={[listOperators]}
          onDone={showLink}
          onClose={close}
        />
      )}
      {link && <LinkDialog link={link} onClose={() => setLink(undefined)} />}
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
