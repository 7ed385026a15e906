import { formatTime } from '@glasshouse/kit/format.ts';
import { Tag } from '@glasshouse/kit/Tag.tsx';
import { type Approval, listApprovals } from '@glasshouse/protocol/backoffice/approvals';
import type { Endpoint } from '@glasshouse/protocol/endpoint';
import { Link } from 'react-router';
import { useAsk } from '../lib/ask.ts';
import { changesBetween } from '../lib/compare.ts';
import { fieldName, inWords } from '../lib/fields.ts';
import { actionWords } from '../lib/names.ts';
import { useMay } from '../lib/session.ts';
import { useWords } from '../lib/words.tsx';
import { Changes } from './Changes.tsx';
import { KeyValues } from './KeyValues.tsx';
import { Card } from './Page.tsx';

/** What a request would change; what stays the same says whom or what it is about. */
export function WouldChange({ before, after }: Pick<Approval, 'before' | 'after'>) {
  const [was, will] = [before ?? {}, after ?? {}] as [Record<string, unknown>, Record<string, unknown>];
  const same = Object.keys(will).filter((name) => name in was && was[name] === will[name]);
  return (
    <>
      {same.length > 0 && <KeyValues pairs={same.map((name) => [fieldName(name), String(will[name])] as const)} />}
      <Changes changes={changesBetween(was, will).map(inWords)} nameOf={fieldName} />
    </>
  );
}

/** The requests for these calls that wait for a second person: who asked for what, and who may decide. */
export function Waiting({ actions }: { actions: readonly Endpoint[] }) {
  const { t } = useWords();
  const may = useMay();
  const approvals = useAsk(listApprovals, {}, { every: 10_000, enabled: may('approvals.read') });
  const own = approvals.data?.list.filter(({ action }) => actions.some(({ path }) => path === action)) ?? [];
  return own.map(({ id, action, askedBy, askedAt, reason, deciders, before, after }) => (
    <Card
      key={id}
      padded
      title={<Link to="/approvals">{actionWords(action)}</Link>}
      acts={<Tag tone="amber">{t('approvals.waiting')}</Tag>}
    >
      <WouldChange before={before} after={after} />
      <KeyValues
        pairs={[
          [t('ui.who'), t('approvals.askedBy', { name: askedBy.name, time: formatTime(askedAt) })],
          [t('ui.reason'), reason],
          [t('approvals.deciders'), deciders.map((role) => t(`roles.${role}`)).join(', ')],
        ]}
      />
    </Card>
  ));
}
