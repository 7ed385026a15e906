import { mayDo, type OperatorRole, type Permission } from '@glasshouse/protocol/operators/permissions';
import { createContext, use } from 'react';

export type Me = { id: string; name: string; email: string; role: OperatorRole };

/** The operator who is logged in. Only for use inside the frame, where there always is one. */
export const MeContext = createContext<Me | undefined>(undefined);

export function useMe(): Me {
  const me = use(MeContext);
  if (!me) throw new Error('nobody is logged in here');
  return me;
}

/** Whether the role has a permission. The server checks the same table. */
export function useMay(): (permission: Permission) => boolean {
  const { role } = useMe();
  return (permission) => mayDo(role, permission);
}
