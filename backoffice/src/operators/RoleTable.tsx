import { Icon } from '@glasshouse/kit/Icon.tsx';
import { mayDo, type Permission, permissions, roles } from '@glasshouse/protocol/operators/permissions';
import { useWords } from '../lib/words.tsx';
import { Card } from '../ui/Page.tsx';
import { Table } from '../ui/Table.tsx';
import styles from './Operators.module.css';

const named = permissions.filter((permission): permission is Exclude<Permission, 'self'> => permission !== 'self');

/** Permissions by role, from the same table that the server checks. */
export function RoleTable() {
  const { t } = useWords();
  return (
    <Card title={t('operators.roles')}>
      <Table
        caption={t('operators.roles')}
        rows={named}
        keyOf={(permission) => permission}
        columns={[
          {
            label: t('operators.permission'),
            show: (permission) => t(`operators.permissions.${permission.replace('.', '_') as Underscored}`),
          },
          ...roles.map((role) => ({
            label: t(`roles.${role}`),
            show: (permission: Permission) =>
              mayDo(role, permission) ? (
                <span className={styles.held} role="img" aria-label={t('ui.yes')}>
                  <Icon name="check" size={16} />
                </span>
              ) : (
                <span className={styles.lacks} role="img" aria-label={t('ui.no')}>
                  –
                </span>
              ),
          })),
        ]}
      />
    </Card>
  );
}

type Underscored =
  Exclude<Permission, 'self'> extends infer P ? (P extends `${infer A}.${infer B}` ? `${A}_${B}` : never) : never;
