import { create } from 'zustand';
import { persist } from 'zustand/middleware';

/** What the newest look at all receipts of an account has found on this device. */
type Mark = { user: string; right: number; count: number };
const most = 20;

const isMark = (mark: Partial<Mark> | null): mark is Mark =>
  typeof mark?.user === 'string' && Number.isInteger(mark.right) && Number.isInteger(mark.count);
/** What was kept, whatever it is by now. */
const readMarks = (kept: unknown): Mark[] => {
  const { marks } = (kept ?? {}) as { marks?: unknown };
  return Array.isArray(marks) ? marks.filter(isMark).slice(0, most) : [];
};

const useMarks = create<{ marks: readonly Mark[] }>()(
  persist((): { marks: readonly Mark[] } => ({ marks: [] }), {
    name: 'proof-marks',
    merge: (kept) => ({ marks: readMarks(kept) }),
  }),
);

export const keepProofMark = (mark: Mark) =>
  useMarks.setState(({ marks }) => ({
    marks: [mark, ...marks.filter(({ user }) => user !== mark.user)].slice(0, most),
  }));

export const useProofMark = (user: string | undefined): Mark | undefined =>
  useMarks(({ marks }) => marks.find((mark) => mark.user === user));
