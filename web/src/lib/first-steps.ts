import { create } from 'zustand';
import { persist } from 'zustand/middleware';

/** What this device knows of the first steps of the accounts used on it; the rest is asked of the server. */
type Marks = { checked: readonly string[]; closed: readonly string[] };
const most = 20;

const useMarks = create<Marks>()(persist((): Marks => ({ checked: [], closed: [] }), { name: 'first-steps' }));

const mark = (kind: keyof Marks, user: string) =>
  useMarks.setState((marks) => ({ [kind]: [user, ...marks[kind].filter((each) => each !== user)].slice(0, most) }));

/** A receipt of this account was recomputed here, and matched. */
export const receiptChecked = (user: string) => mark('checked', user);
/** The card has said what it had to say, or was sent away. */
export const closeSteps = (user: string) => mark('closed', user);

export const useStepMarks = (user: string) => {
  const { checked, closed } = useMarks();
  return { checked: checked.includes(user), closed: closed.includes(user) };
};
