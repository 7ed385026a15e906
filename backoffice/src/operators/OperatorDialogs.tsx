import { changeOperatorRole, inviteOperator, listOperators } from '@glasshouse/protocol/office/operators';
import { type OperatorRole, roles } from '@glasshouse/protocol/office/permissions';
import { useState } from 'react';
import type { Answer } from '../lib/call.ts';
import { useWords } from '../lib/words.tsx';
import { ActDialog } from '../ui/ActDialog.tsx';
import { SelectField, TextField } from '../ui/Field.tsx';

type Operator = Answer<typeof listOperators>['list'][number];

type RoleFieldProps = { role: OperatorRole; onChange: (role: OperatorRole) => void };

/** One of the roles, with what it is for. */
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

/** A new operator: who it is, which role, and the link that comes out. */
export function Invite({ onDone, onClose }: { onDone: (answer: { link: string }) => void; onClose: () => void }) {
  const { t } = useWords();
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<OperatorRole>('reviewer');
  return (
    <ActDialog
      endpoint={inviteOperator}
      title={t('operators.invite')}
      about={t('operators.inviteAbout')}
      submit={t('operators.makeLink')}
      body={(reason) => ({ name: name.trim(), email: email.trim(), role, reason })}
      changes={[listOperators]}
      onDone={onDone}
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
        </>
      )}
    </ActDialog>
  );
}

/** Another role for somebody; what it may do is said under it. */
export function ChangeRole({ operator, onClose }: { operator: Operator; onClose: () => void }) {
  const { t } = useWords();
  const [role, setRole] = useState(operator.role);
  return (
    <ActDialog
      endpoint={changeOperatorRole}
      title={t('operators.roleTitle', { name: operator.name })}
      about={t('operators.changeAbout')}
      submit={t('operators.changeRole')}
      body={(reason) => ({ id: operator.id, role, reason })}
      changes={[listOperators]}
      done={t('operators.roleChanged')}
      onClose={onClose}
    >
      {() => <RoleField role={role} onChange={setRole} />}
    </ActDialog>
  );
}
