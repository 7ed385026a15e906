import { formatTime } from '@glasshouse/kit/format.ts';
import { Link } from '@glasshouse/kit/router.tsx';
import { Tag } from '@glasshouse/kit/Tag.tsx';
import { type Approval, listApprovals } from '@glasshouse/protocol/backoffice/approvals';
import type { Endpoint } from '@glasshouse/protocol/endpoint';
import { useAsk } from '../lib/ask.ts';
import { changesBetween } from '../lib/compare.ts';
import { fieldName, inOrder, inWords, valueWord } from '../lib/fields.ts';
import { requestWords } from '../lib/names.ts';
import { productAsked } from '../lib/products.ts';
import { useMay } from '../lib/session.ts';
import { useWords } from '../lib/words.tsx';
import { Changes } from './Changes.tsx';
import { KeyValues } from './KeyValues.tsx';
import { Card } from './Page.tsx';

/** The requests for these calls that wait for a second person. */
export function useWaiting(actions: readonly Endpoint[]) {
  const may = useMay();
  const approvals = useAsk(listApprovals, {}, { every: 10_000, enabled: may('approvals.read') });
  return approvals.data?.list.filter(({ action }) => actions.some(({ path }) => path === action)) ?? [];
}

/** A request with more unchanged values than this folds them. */
const foldedFrom = 4;

/** The changes a request would make. Unchanged values identify the user or thing it is about. */
export function WouldChange({ action, input, before, after }: Pick<Approval, 'action' | 'input' | 'before' | 'after'>) {
  const { t } = useWords();
  const [was, will] = [before ?? {}, after ?? {}] as [Record<string, unknown>, Record<string, unknown>];
  // A new thing is shown in full.
  const isNew = Object.keys(was).length === 0;
  const told = (name: string) => (isNew ? will[name] !== null && will[name] !== '' : was[name] === will[name]);
  const same = inOrder(Object.keys(will).filter(told));
  const pairs = [
    ...productAsked(action, input, isNew),
    ...same.map((name) => [fieldName(name), valueWord(name, String(will[name] ?? '–'))] as const),
  ];
  const about = pairs.length > 0 && <KeyValues pairs={pairs} />;
  return (
    <>
      {!isNew && <Changes changes={changesBetween(was, will).map(inWords)} nameOf={fieldName} />}
      {!isNew && same.length > foldedFrom ? (
        <details>
          <summary>{t('approvals.unchanged', { count: same.length })}</summary>
          {about}
        </details>
      ) : (
        about
      )}
    </>
  );
}

/** Lists requests for these calls that wait for a second person: who asked for what, and who may decide. */
export function Waiting({ actions }: { actions: readonly Endpoint[] }) {
  const { t } = useWords();
  return useWaiting(actions).map((approval) => {
    const { id, action, input, askedBy, askedAt, reason, deciders, before, after } = approval;
    return (
      <Card
        key={id}
        padded
        title={<Link to="/approvals">{requestWords(approval)}</Link>}
        acts={<Tag tone="amber">{t('approvals.waiting')}</Tag>}
      >
        <WouldChange action={action} input={input} before={before} after={after} />
        <KeyValues
          pairs={[
            [t('ui.who'), t('approvals.askedBy', { name: askedBy.name, time: formatTime(askedAt) })],
            [t('ui.reason'), reason],
            [t('approvals.deciders'), deciders.map((role) => t(`roles.${role}`)).join(', ')],
          ]}
        />
      </Card>
    );
  });
}
