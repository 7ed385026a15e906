import { create } from 'zustand';
import { persist } from 'zustand/middleware';

/** The first steps that this device knows about, per account. The server knows the others. */
type Marks = { checked: readonly string[]; closed: readonly string[] };
const maxMarks = 20;

const useMarks = create<Marks>()(persist((): Marks => ({ checked: [], closed: [] }), { name: 'first-steps' }));

const mark = (kind: keyof Marks, user: string) =>
  useMarks.setState((marks) => ({ [kind]: [user, ...marks[kind].filter((each) => each !== user)].slice(0, maxMarks) }));

/** Notes that a receipt of this account was recomputed here and matched. */
export const receiptChecked = (user: string) => mark('checked', user);
/** Notes that the card is complete or was dismissed. */
export const closeSteps = (user: string) => mark('closed', user);

export const useStepMarks = (user: string) => {
  const { checked, closed } = useMarks();
  return { checked: checked.includes(user), closed: closed.includes(user) };
};
