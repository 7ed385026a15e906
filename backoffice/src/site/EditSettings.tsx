import { listAnnouncements, listMaintenance, saveSettings, showSettings } from '@glasshouse/protocol/site/office';
import { useState } from 'react';
import { useWords } from '../lib/words.tsx';
import { ActDialog } from '../ui/ActDialog.tsx';
import { Changes } from '../ui/Changes.tsx';
import { CheckField, TextField } from '../ui/Field.tsx';
import { LanguageSelect } from '../ui/LanguageField.tsx';
import { type Name, settingsChanged, type Version } from './settings.ts';

/** Edits settings, and shows the changes before they take effect. */
export function EditSettings({ version, onClose }: { version: Version; onClose: () => void }) {
  const { t } = useWords();
  const [settings, setSettings] = useState(version.settings);
  const changed = settingsChanged(version.settings, settings);
  const set = (name: Name, value: string | boolean) => setSettings({ ...settings, [name]: value });
  return (
    <ActDialog
      endpoint={saveSettings}
      wide
      title={t('settings.edit')}
      about={t('settings.editAbout')}
      submit={t('settings.save')}
      disabled={changed.length === 0}
      body={(reason) => ({ expectedVersion: version.version, settings, reason })}
      changes={[showSettings, listAnnouncements, listMaintenance]}
      done={t('settings.saved')}
      onClose={onClose}
    >
      {(wrong) => (
        <>
          <TextField
            label={t('settings.names.title')}
            help={t('settings.help.title')}
            error={wrong('settings.title')}
            autoComplete="off"
            maxLength={40}
            value={settings.title}
            onChange={(value) => set('title', value)}
          />
          <LanguageSelect
            label={t('settings.names.language')}
            help={t('settings.help.language')}
            value={settings.language}
            onChange={(value) => set('language', value)}
          />
          <CheckField checked={settings.invitationRequired} onChange={(value) => set('invitationRequired', value)}>
            {t('settings.names.invitationRequired')}
          </CheckField>
          <Changes changes={changed} nameOf={(name) => t(`settings.names.${name as Name}`)} />
        </>
      )}
    </ActDialog>
  );
}
