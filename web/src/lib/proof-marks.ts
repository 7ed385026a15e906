import { create } from 'zustand';
import { persist } from 'zustand/middleware';

/** The outcome of the latest check of all receipts of an account on this device. */
type Mark = { user: string; right: number; count: number };
const maxMarks = 20;

const isMark = (mark: Partial<Mark> | null): mark is Mark =>
  typeof mark?.user === 'string' && Number.isInteger(mark.right) && Number.isInteger(mark.count);
/** Reads the valid part of the stored marks. */
const readMarks = (kept: unknown): Mark[] => {
  const { marks } = (kept ?? {}) as { marks?: unknown };
  return Array.isArray(marks) ? marks.filter(isMark).slice(0, maxMarks) : [];
};

const useMarks = create<{ marks: readonly Mark[] }>()(
  persist((): { marks: readonly Mark[] } => ({ marks: [] }), {
    name: 'proof-marks',
    merge: (kept) => ({ marks: readMarks(kept) }),
  }),
);

export const keepProofMark = (mark: Mark) =>
  useMarks.setState(({ marks }) => ({
    marks: [mark, ...marks.filter(({ user }) => user !== mark.user)].slice(0, maxMarks),
  }));

export const useProofMark = (user: string | undefined): Mark | undefined =>
  useMarks(({ marks }) => marks.find((mark) => mark.user === user));
