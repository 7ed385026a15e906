import { Suspense, useEffect } from 'react';
import { Text } from '../help/Text.tsx';
import { Notices } from '../home/Notices.tsx';
import { lazily } from '../lib/lazily.ts';
import { usePreferences } from '../lib/preferences.ts';
import { closeSheet, useSheets } from '../lib/sheets.ts';
import { useWords } from '../lib/words.tsx';
import { Contacts } from '../support/Contacts.tsx';
import { Sheet } from '../ui/Sheet.tsx';
import { SimulatedSheet } from '../ui/SimulatedSheet.tsx';
import { LanguageList } from '../user/LanguageList.tsx';

const texts = {
  terms: 'titles.terms',
  privacy: 'titles.privacy',
  results: 'help.results',
  checking: 'help.checking',
} as const;

const FirstTradePassword = lazily(
  async () => (await import('../security/FirstTradePassword.tsx')).FirstTradePassword,
  ['security', 'session'],
);

/** The sheets that every page can open. */
export function Sheets() {
  const { t } = useWords();
  const { open } = useSheets();
  useEffect(() => {
    if (open === 'simulated') usePreferences.setState({ readSimulated: true });
  }, [open]);
  return (
    <>
      <SimulatedSheet open={open === 'simulated'} onClose={closeSheet} checkPath="/helps/help#checking" />
      <Sheet open={open === 'service'} onClose={closeSheet} title={t('support.title')}>
        <Contacts />
      </Sheet>
      <Sheet open={open === 'language'} onClose={closeSheet} title={t('app.chooseLanguage')}>
        <LanguageList onChosen={closeSheet} />
      </Sheet>
      <Sheet open={open === 'notices'} onClose={closeSheet} title={t('home.notices')}>
        <Notices />
      </Sheet>
      <Sheet
        open={open === 'tradePassword'}
        onClose={closeSheet}
        title={t('ui.tradePassword')}
        finalFocus={() => document.querySelector<HTMLElement>('[data-act-password] input')}
      >
        <Suspense>
          <FirstTradePassword onSet={closeSheet} />
        </Suspense>
      </Sheet>
      {Object.entries(texts).map(([name, title]) => (
        <Sheet key={name} open={open === name} onClose={closeSheet} title={t(title)}>
          <Text name={name as keyof typeof texts} heading="h3" />
        </Sheet>
      ))}
    </>
  );
}
