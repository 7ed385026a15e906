import { mayDo, type OperatorRole, type Permission } from '@glasshouse/protocol/operators/permissions';
import { createContext, use } from 'react';

export type Me = { id: string; name: string; email: string; role: OperatorRole };

/** Who is logged in; there is always somebody inside the frame. */
export const MeContext = createContext<Me | undefined>(undefined);

export function useMe(): Me {
  const me = use(MeContext);
  if (!me) throw new Error('nobody is logged in here');
  return me;
}

/** Whether the role may do this. The server refuses by the same table. */
export function useMay(): (permission: Permission) => boolean {
  const { role } = useMe();
  return (permission) => mayDo(role, permission);
}
