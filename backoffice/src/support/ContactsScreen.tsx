import { listContacts, removeContact } from '@glasshouse/protocol/support/office';
import { useState } from 'react';
import { useAsk } from '../lib/ask.ts';
import type { Answer } from '../lib/call.ts';
import { useMay } from '../lib/session.ts';
import { useWords } from '../lib/words.tsx';
import { ActDialog } from '../ui/ActDialog.tsx';
import { Button } from '../ui/Button.tsx';
import { Card, Line, Page } from '../ui/Page.tsx';
import { QueryState } from '../ui/QueryState.tsx';
import { Blank, Table } from '../ui/Table.tsx';
import { type Draft, EditContact } from './EditContact.tsx';

type Contact = Answer<typeof listContacts>['list'][number];
const draftOf = ({ id, account, link, place }: Contact): Draft => ({
  id,
  account,
  link: link ?? '',
  place: String(place),
});

/** The support contacts, in the order in which users see them. */
export function ContactsScreen() {
  const { t } = useWords();
  const may = useMay();
  const [editing, setEditing] = useState<Draft>();
  const [removing, setRemoving] = useState<Contact>();
  const contacts = useAsk(listContacts, {});
  const last = (contacts.data?.list.length ?? 0) + 1;
  return (
    <Page
      title={t('nav.contacts')}
      about={t('contacts.about')}
      acts={
        may('site.write') && (
          <Button
            kind="ink"
            icon="plus"
            onClick={() => setEditing({ id: null, account: '', link: '', place: String(last) })}
          >
            {t('contacts.add')}
          </Button>
        )
      }
    >
      <Card>
        <QueryState of={contacts}>
          {({ list }) =>
            list.length === 0 ? (
              <Blank title={t('contacts.none')}>{t('contacts.noneText')}</Blank>
            ) : (
              <Table
                caption={t('nav.contacts')}
                rows={list}
                keyOf={({ id }) => id}
                columns={[
                  { label: t('contacts.place'), align: 'narrow', show: ({ place }) => place },
                  { label: t('contacts.account'), show: ({ account }) => <b>{account}</b> },
                  {
                    label: t('contacts.link'),
                    show: ({ link }) => (link ? <code>{link}</code> : t('contacts.noLink')),
                  },
                  {
                    label: <span className="vh">{t('ui.acts')}</span>,
                    align: 'narrow',
                    show: (contact) =>
                      may('site.write') && (
                        <Line>
                          <Button kind="quiet" onClick={() => setEditing(draftOf(contact))}>
                            {t('ui.change')}
                          </Button>
                          <Button kind="quiet" onClick={() => setRemoving(contact)}>
                            {t('ui.remove')}
                          </Button>
                        </Line>
                      ),
                  },
                ]}
              />
            )
          }
        </QueryState>
      </Card>
      {editing && <EditContact start={editing} onClose={() => setEditing(undefined)} />}
      {removing && (
        <ActDialog
          endpoint={removeContact}
          title={t('contacts.remove')}
          about={removing.account}
          submit={t('ui.remove')}
          danger
          body={(reason) => ({ id: removing.id, reason })}
          changes={[listContacts]}
          done={t('contacts.removed')}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </Page>
  );
}
