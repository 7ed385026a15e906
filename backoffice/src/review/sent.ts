// Decisions that were sent and not answered yet. They survive a reload of the tab, so that no outcome is lost silently.

/** A case that an operator decided, as the console names it. */
export type DecidedCase = { id: string; kind: string; title: string };

const sentKey = 'glasshouse.sent';
type Sent = DecidedCase & { me: string };

const read = (): Sent[] => JSON.parse(sessionStorage.getItem(sentKey) ?? '[]') as Sent[];
function write(list: readonly Sent[]): void {
  if (list.length === 0) sessionStorage.removeItem(sentKey);
  else sessionStorage.setItem(sentKey, JSON.stringify(list));
}

export const rememberSent = ({ me, id, kind, title }: Sent): void =>
  write([...read().filter((each) => each.id !== id), { me, id, kind, title }]);
export const forgetSent = (id: string): void => write(read().filter((each) => each.id !== id));
export const forgetAllSent = (): void => write([]);
/** The unanswered decisions of one operator. Those of another operator are dropped. */
export function sentBy(me: string): readonly Sent[] {
  write(read().filter((each) => each.me === me));
  return read();
}
