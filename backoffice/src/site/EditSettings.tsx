import { listAnnouncements, listMaintenance, saveSettings, showSettings } from '@glasshouse/protocol/site/office';
import { useState } from 'react';
import { useWords } from '../lib/words.tsx';
import { ActDialog, Pair } from '../ui/ActDialog.tsx';
import { Changes } from '../ui/Changes.tsx';
import { CheckField, TextField } from '../ui/Field.tsx';
import { LanguageSelect } from '../ui/LanguageField.tsx';
import { clockNames, type Name, names, settingsChanged, type Version } from './settings.ts';

/** New settings, with what they change before they are put in force. */
export function EditSettings({ version, onClose }: { version: Version; onClose: () => void }) {
  const { t } = useWords();
  const [settings, setSettings] = useState(version.settings);
  const set = (name: Name, value: string | boolean | number | null) => setSettings({ ...settings, [name]: value });
  return (
    <ActDialog
      endpoint={saveSettings}
      wide
      title={t('settings.edit')}
      about={t('settings.editAbout')}
      submit={t('settings.save')}
      body={(reason) => ({ expectedVersion: version.version, settings, reason })}
      changes={[showSettings, listAnnouncements, listMaintenance]}
      done={t('settings.saved')}
      onClose={onClose}
    >
      {(wrong) => (
        <>
          <Pair>
            {names.map((name) => (
              <TextField
                key={name}
                label={t(`settings.names.${name}`)}
                help={t(`settings.help.${name}`)}
                error={wrong(`settings.${name}`)}
                inputMode={name === 'title' ? 'text' : 'decimal'}
                autoComplete="off"
                maxLength={40}
                value={settings[name]}
                onChange={(value) => set(name, value)}
              />
            ))}
          </Pair>
          {clockNames.map((name) => (
            <TextField
              key={name}
              label={t(`settings.names.${name}`)}
              help={t(`settings.help.${name}`)}
              error={wrong(`settings.${name}`)}
              inputMode="numeric"
              autoComplete="off"
              maxLength={5}
              value={settings[name] === null ? '' : String(settings[name])}
              onChange={(value) => set(name, minutesIn(value))}
            />
          ))}
          <LanguageSelect
            label={t('settings.names.language')}
            help={t('settings.help.language')}
            value={settings.language}
            onChange={(value) => set('language', value)}
          />
          <CheckField checked={settings.invitationRequired} onChange={(value) => set('invitationRequired', value)}>
            {t('settings.names.invitationRequired')}
          </CheckField>
          <Changes
            changes={settingsChanged(version.settings, settings)}
            nameOf={(name) => t(`settings.names.${name as Name}`)}
          />
        </>
      )}
    </ActDialog>
  );
}

/** Nothing written is no number; whatever is written otherwise, the server judges. */
const minutesIn = (text: string): number | null => {
  const digits = text.replaceAll(/\D/g, '');
  return digits === '' ? null : Number(digits);
};
