import { listContacts, saveContact } from '@glasshouse/protocol/support/office';
import { useState } from 'react';
import { useWords } from '../lib/words.tsx';
import { ActDialog } from '../ui/ActDialog.tsx';
import { TextField } from '../ui/Field.tsx';

export type Draft = { id: string | null; account: string; link: string; place: string };

/** A contact and its place in the list. */
export function EditContact({ start, onClose }: { start: Draft; onClose: () => void }) {
  const { t } = useWords();
  const [draft, setDraft] = useState(start);
  const set = (name: keyof Draft) => (value: string) => setDraft({ ...draft, [name]: value });
  return (
    <ActDialog
      endpoint={saveContact}
      title={t(draft.id ? 'contacts.edit' : 'contacts.add')}
      submit={t('contacts.save')}
      body={(reason) => ({
        id: draft.id,
        account: draft.account.trim(),
        link: draft.link.trim() || null,
        place: Number(draft.place),
        reason,
      })}
      changes={[listContacts]}
      done={t('contacts.saved')}
      onClose={onClose}
    >
      {(wrong) => (
        <>
          <TextField
            label={t('contacts.account')}
            error={wrong('account')}
            maxLength={80}
            value={draft.account}
            onChange={set('account')}
          />
          <TextField
            label={t('contacts.link')}
            help={t('contacts.linkHelp')}
            error={wrong('link') && t('contacts.httpsOnly')}
            type="url"
            maxLength={500}
            placeholder="https://"
            value={draft.link}
            onChange={set('link')}
          />
          <TextField
            label={t('contacts.place')}
            error={wrong('place')}
            inputMode="numeric"
            maxLength={2}
            value={draft.place}
            onChange={set('place')}
          />
        </>
      )}
    </ActDialog>
  );
}
