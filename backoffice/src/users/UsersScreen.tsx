import { formatTime } from '@glasshouse/kit/format.ts';
import { Tag } from '@glasshouse/kit/Tag.tsx';
import { searchUsers } from '@glasshouse/protocol/backoffice/users';
import type { UserInfo } from '@glasshouse/protocol/session/calls';
import { useAsk } from '../lib/ask.ts';
import { useChoices, useTyped } from '../lib/choices.ts';
import { countryName } from '../lib/country.ts';
import { useWords } from '../lib/words.tsx';
import { Export } from '../ui/Export.tsx';
import { TextField } from '../ui/Field.tsx';
import { Note } from '../ui/Note.tsx';
import { Card, Page } from '../ui/Page.tsx';
import { QueryState } from '../ui/QueryState.tsx';
import { Blank, Table } from '../ui/Table.tsx';

/** Users found by a text; without one, the newest. */
export function UsersScreen() {
  const { t, locale } = useWords();
  const [{ q: query }, choose] = useChoices(['q']);
  const [text, setText] = useTyped(query, (q) => choose({ q }));
  const users = useAsk(searchUsers, { query });
  return (
    <Page title={t('nav.users')} about={t('users.about')} acts={<Export name="users" />}>
      <TextField
        label={t('users.search')}
        hideLabel
        type="search"
        placeholder={t('users.search')}
        maxLength={254}
        value={text}
        onChange={setText}
      />
      <Card>
        <QueryState of={users} rows={8}>
          {({ list }) => (
            <>
              {list.length === 0 ? (
                <Blank title={t('users.none')}>{t('users.noneText')}</Blank>
              ) : (
                <Table
                  caption={t('nav.users')}
                  rows={list}
                  keyOf={({ number }) => number}
                  linkOf={({ number }) => `/users/${number}`}
                  columns={[
                    { label: t('users.number'), show: (user) => <b>{user.number}</b> },
                    { label: t('users.username'), show: (user) => user.username ?? '–' },
                    { label: t('users.contact'), show: (user) => user.email ?? user.phone ?? '–' },
                    { label: t('users.country'), show: (user) => countryName(user.country, locale) },
                    { label: t('users.vip'), show: (user) => user.vipLevel },
                    { label: t('users.identity'), show: (user) => t(`users.identities.${user.identity}`) },
                    { label: t('users.registered'), show: (user) => formatTime(user.registeredAt) },
                    { label: t('users.status'), align: 'narrow', show: (user) => <Status status={user.status} /> },
                  ]}
                />
              )}
            </>
          )}
        </QueryState>
      </Card>
      {users.data && !users.data.complete && <Note>{t('users.moreMatch')}</Note>}
    </Page>
  );
}

/** Whether the account is active or frozen. */
export function Status({ status }: { status: UserInfo['status'] }) {
  const { t } = useWords();
  if (status === 'deleted') return <Tag icon="trash">{t('users.deleted')}</Tag>;
  return status === 'normal' ? (
    <Tag>{t('users.normal')}</Tag>
  ) : (
    <Tag tone="amber" icon="lock">
      {t('users.frozen')}
    </Tag>
  );
}
