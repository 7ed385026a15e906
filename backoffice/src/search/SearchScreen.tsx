import { formatTime } from '@glasshouse/kit/format.ts';
import { useSearchParams } from '@glasshouse/kit/router.tsx';
import { Tag } from '@glasshouse/kit/Tag.tsx';
import { payeePartMin, searchAll } from '@glasshouse/protocol/backoffice/search';
import { productNames } from '@glasshouse/protocol/orders/product-names';
import { productKinds } from '@glasshouse/protocol/wealth/terms';
import { useAsk } from '../lib/ask.ts';
import type { Answer } from '../lib/call.ts';
import { caseWord, titleWord, useOpenQueues } from '../lib/kinds.ts';
import { type t, useWords } from '../lib/words.tsx';
import { Money } from '../ui/Money.tsx';
import { Note } from '../ui/Note.tsx';
import { Card, Page, Stack } from '../ui/Page.tsx';
import { QueryState } from '../ui/QueryState.tsx';
import { Blank, Table } from '../ui/Table.tsx';

type Found = Answer<typeof searchAll>;
const shortest = 2;

/** Everything that a text finds, by kind. */
export function SearchScreen() {
  const { t } = useWords();
  const [params] = useSearchParams();
  const query = (params.get('q') ?? '').trim();
  const found = useAsk(searchAll, { query }, { enabled: query.length >= shortest, once: true });
  return (
    <Page title={t('search.title', { query })} about={t('search.about')}>
      {query.length < shortest ? (
        <Card>
          <Blank title={t('search.short')} />
        </Card>
      ) : (
        <QueryState of={found} rows={8}>
          {(data) => <Groups found={data} />}
        </QueryState>
      )}
    </Page>
  );
}

type Kind = Found['orders'][number]['kind'];
const isOneOf = <T extends string>(names: readonly T[], kind: string): kind is T => names.includes(kind as T);
/** An order, a movement of money or a purchase. */
function kindOf(kind: Kind, say: typeof t): string {
  if (isOneOf(productNames, kind)) return say(`search.products.${kind}`);
  return isOneOf(productKinds, kind) ? say(`products.kinds.${kind}`) : say(`timeline.flows.${kind}`);
}

function Groups({ found: { users, cases, orders, payees, more } }: { found: Found }) {
  const { t } = useWords();
  const opens = useOpenQueues();
  if (users.length + cases.length + orders.length + payees.length === 0)
    return (
      <Card>
        <Blank title={t('search.none')}>{t('search.noneText', { min: payeePartMin })}</Blank>
      </Card>
    );
  return (
    <Stack>
      {users.length > 0 && (
        <Card title={t('nav.users')}>
          <Table
            caption={t('nav.users')}
            rows={users}
            keyOf={({ number }) => number}
            linkOf={({ number }) => `/users/${number}`}
            columns={[
              { label: t('users.number'), show: ({ number }) => <b>{number}</b> },
              { label: t('users.username'), show: ({ username }) => username ?? '–' },
              { label: t('users.contact'), show: ({ email, phone }) => email ?? phone ?? '–' },
              { label: t('users.registered'), align: 'narrow', show: ({ registeredAt }) => formatTime(registeredAt) },
            ]}
          />
        </Card>
      )}
      {cases.length > 0 && (
        <Card title={t('search.cases')}>
          <Table
            caption={t('search.cases')}
            rows={cases}
            keyOf={({ id }) => id}
            linkOf={({ kind, id }) => `/review/${kind}/${id}`}
            columns={[
              { label: t('search.kind'), show: ({ kind }) => caseWord(kind) },
              { label: t('search.caseTitle'), show: ({ kind, title }) => titleWord(kind, title) },
              { label: t('users.number'), show: ({ number }) => number },
              { label: t('ui.time'), align: 'narrow', show: ({ submittedAt }) => formatTime(submittedAt) },
              {
                label: t('users.status'),
                align: 'narrow',
                show: ({ isDecided }) => (
                  <Tag tone={isDecided ? 'neutral' : 'amber'}>{t(isDecided ? 'review.decided' : 'review.waiting')}</Tag>
                ),
              },
            ]}
          />
        </Card>
      )}
      {orders.length > 0 && (
        <Card title={t('search.orders')}>
          <Table
            caption={t('search.orders')}
            rows={orders}
            keyOf={({ kind, number }) => `${kind} ${number}`}
            linkOf={({ number, case: about }) =>
              about && opens(about.kind) ? `/review/${about.kind}/${about.id}` : `/users/${number}`
            }
            columns={[
              { label: t('search.kind'), show: ({ kind }) => <b>{kindOf(kind, t)}</b> },
              {
                label: t('users.amount'),
                align: 'right',
                show: ({ amount }) => (amount ? <Money {...amount} /> : '–'),
              },
              {
                label: t('users.status'),
                show: ({ state }) => (state ? <Tag>{t(`movements.states.${state}`)}</Tag> : '–'),
              },
              { label: t('users.number'), show: ({ number }) => number },
              { label: t('ui.time'), align: 'narrow', show: ({ at }) => formatTime(at) },
            ]}
          />
        </Card>
      )}
      {payees.length > 0 && (
        <Card title={t('search.payees')}>
          <Table
            caption={t('search.payees')}
            rows={payees}
            keyOf={({ number }) => number}
            linkOf={({ number }) => `/users/${number}`}
            columns={[
              { label: t('users.number'), show: ({ number }) => <b>{number}</b> },
              { label: t('search.times'), align: 'right', show: ({ times }) => times },
            ]}
          />
        </Card>
      )}
      {more.length > 0 && <Note>{t('search.more')}</Note>}
    </Stack>
  );
}
