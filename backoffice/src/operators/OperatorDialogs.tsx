import { listApprovals } from '@glasshouse/protocol/backoffice/approvals';
import { changeOperatorRole, inviteOperator, listOperators, resetOperator } from '@glasshouse/protocol/operators/calls';
import { type OperatorRole, roles } from '@glasshouse/protocol/operators/permissions';
import { useState } from 'react';
import type { Answer } from '../lib/call.ts';
import { useWords } from '../lib/words.tsx';
import { ActDialog } from '../ui/ActDialog.tsx';
import { SelectField, TextField } from '../ui/Field.tsx';
import { LanguageSelect } from '../ui/LanguageField.tsx';

type Operator = Answer<typeof listOperators>['list'][number];

type RoleFieldProps = { role: OperatorRole; onChange: (role: OperatorRole) => void };

/** Chooses a role and explains it. */
function RoleField({ role, onChange }: RoleFieldProps) {
  const { t } = useWords();
  return (
    <SelectField
      label={t('operators.role')}
      help={t(`operators.roleAbout.${role}`)}
      value={role}
      onChange={(value) => onChange(value as OperatorRole)}
    >
      {roles.map((each) => (
        <option key={each} value={each}>
          {t(`roles.${each}`)}
        </option>
      ))}
    </SelectField>
  );
}

// A change to an operator may wait for approval, so requests are refreshed too. If there was no second person to ask,
// the dialog says so.
const changes = [listOperators, listApprovals];

/** Invites an operator: name, email, role, and the language of the mail. */
export function Invite({ onClose }: { onClose: () => void }) {
  const { t, locale } = useWords();
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<OperatorRole>('reviewer');
  const [language, setLanguage] = useState(locale);
  return (
    <ActDialog
      endpoint={inviteOperator}
      title={t('operators.invite')}
      about={`${t('operators.inviteAbout')} ${t('operators.twoPeople')}`}
      submit={t('operators.send')}
      body={(reason) => ({ name: name.trim(), email: email.trim(), role, language, reason })}
      changes={changes}
      done={({ waiting }) => t(waiting ? 'approvals.waiting' : 'operators.sentAlone', { email: email.trim() })}
      onClose={onClose}
    >
      {(wrong) => (
        <>
          <TextField
            label={t('operators.name')}
            error={wrong('name')}
            autoComplete="off"
            maxLength={60}
            value={name}
            onChange={setName}
          />
          <TextField
            label={t('session.email')}
            error={wrong('email')}
            type="email"
            autoComplete="off"
            maxLength={254}
            value={email}
            onChange={setEmail}
          />
          <RoleField role={role} onChange={setRole} />
          <LanguageSelect label={t('operators.mailLanguage')} value={language} onChange={setLanguage} />
        </>
      )}
    </ActDialog>
  );
}

/** Changes an operator's role and shows what the new one may do. */
export function ChangeRole({ operator, onClose }: { operator: Operator; onClose: () => void }) {
  const { t } = useWords();
  const [role, setRole] = useState(operator.role);
  return (
    <ActDialog
      endpoint={changeOperatorRole}
      title={t('operators.roleTitle', { name: operator.name })}
      about={`${t('operators.changeAbout')} ${t('operators.twoPeople')}`}
      submit={t('operators.changeRole')}
      body={(reason) => ({ id: operator.id, role, reason })}
      changes={changes}
      done={({ waiting }) => t(waiting ? 'approvals.waiting' : 'operators.roleAlone')}
      onClose={onClose}
    >
      {() => <RoleField role={role} onChange={setRole} />}
    </ActDialog>
  );
}

/** Resets an operator who has lost password or second factor. The link is mailed in the console's language. */
export function Reset({ operator, onClose }: { operator: Operator; onClose: () => void }) {
  const { t, locale } = useWords();
  return (
    <ActDialog
      endpoint={resetOperator}
      title={t('operators.resetTitle', { name: operator.name })}
      about={`${t('operators.resetAbout')} ${t('operators.twoPeople')}`}
      submit={t('operators.reset')}
      danger
      body={(reason) => ({ id: operator.id, language: locale, reason })}
      changes={changes}
      done={({ waiting }) => t(waiting ? 'approvals.waiting' : 'operators.sentAlone', { email: operator.email })}
      onClose={onClose}
    />
  );
}
