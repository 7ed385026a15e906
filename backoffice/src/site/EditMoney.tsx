import { listApprovals } from '@glasshouse/protocol/backoffice/approvals';
import { bounds } from '@glasshouse/protocol/site/bounds';
import { saveMoney, showMoney } from '@glasshouse/protocol/site/office';
import { useState } from 'react';
import { changesBetween } from '../lib/compare.ts';
import { fieldName } from '../lib/fields.ts';
import { useWords } from '../lib/words.tsx';
import { ActDialog } from '../ui/ActDialog.tsx';
import { Changes } from '../ui/Changes.tsx';
import { TextField } from '../ui/Field.tsx';
import { type MoneyVersion, moneyNames } from './settings.ts';

/** Asks for other money settings; each field says how far it may go. */
export function EditMoney({ version, onClose }: { version: MoneyVersion; onClose: () => void }) {
  const { t } = useWords();
  const [settings, setSettings] = useState(version.settings);
  return (
    <ActDialog
      endpoint={saveMoney}
      title={t('money.edit')}
      about={t('money.about')}
      submit={t('users.askFor')}
      body={(reason) => ({ expectedVersion: version.version, settings, reason })}
      changes={[showMoney, listApprovals]}
      done={t('approvals.waiting')}
      onClose={onClose}
    >
      {(wrong) => (
        <>
          {moneyNames.map((name) => (
            <TextField
              key={name}
              label={fieldName(name)}
              help={t('money.within', { help: t(`settings.help.${name}`), ...bounds[name] })}
              error={wrong(`settings.${name}`)}
              inputMode="decimal"
              autoComplete="off"
              maxLength={20}
              value={settings[name]}
              onChange={(value) => setSettings({ ...settings, [name]: value.trim() })}
            />
          ))}
          <Changes changes={changesBetween(version.settings, settings)} nameOf={fieldName} />
        </>
      )}
    </ActDialog>
  );
}
