import { languageNames } from '@glasshouse/kit/languages.ts';
import { useBack } from '../lib/back.ts';
import { secondCurrencies, type UpDown, updownIn, usePreferences } from '../lib/preferences.ts';
import { openSheet } from '../lib/sheets.ts';
import { useWords } from '../lib/words.tsx';
import { Card } from '../ui/Card.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import { RadioCards } from '../ui/RadioCards.tsx';
import { List, Row } from '../ui/Row.tsx';
import { Segments } from '../ui/Segments.tsx';
import { Switch } from '../ui/Switch.tsx';
import styles from './Settings.module.css';

const shown = ['card', 'full'] as const;
const themes = ['system', 'light', 'dark'] as const;

/** Display settings of this device. Every choice takes effect at once. */
export function DisplayScreen() {
  const { t, locale } = useWords();
  const back = useBack();
  const { theme, updown, results, secondCurrency } = usePreferences();
  return (
    <>
      <PageBar title={t('titles.display')} onBack={back} />
      <main className={styles.page}>
        <p className={styles.device}>{t('settings.onThisDevice')}</p>
        <section>
          <h2 className={styles.heading}>{t('settings.theme')}</h2>
          <Segments
            as="radio"
            label={t('settings.theme')}
            options={themes.map((value) => ({ value, label: t(`settings.themes.${value}`) }))}
            value={theme}
            onChange={(chosen) => usePreferences.setState({ theme: chosen })}
          />
        </section>
        <section>
          <h2 className={styles.heading}>{t('settings.updown')}</h2>
          <RadioCards
            label={t('settings.updown')}
            help={t('settings.updownHelp')}
            value={updownIn(updown, locale)}
            onChange={(chosen) => usePreferences.setState({ updown: chosen })}
            options={[
              { value: 'green-up', label: t('settings.greenUp'), preview: <Preview of="green-up" /> },
              { value: 'red-up', label: t('settings.redUp'), preview: <Preview of="red-up" /> },
            ]}
          />
        </section>
        <section>
          <h2 className={styles.heading}>{t('settings.language')}</h2>
          <Card>
            <List>
              <Row icon="globe" title={languageNames[locale]} onPress={() => openSheet('language')} />
            </List>
          </Card>
        </section>
        <section>
          <h2 className={styles.heading}>{t('settings.secondCurrency')}</h2>
          <RadioCards
            label={t('settings.secondCurrency')}
            help={t('settings.secondCurrencyHelp')}
            value={secondCurrency}
            onChange={(chosen) => usePreferences.setState({ secondCurrency: chosen })}
            options={secondCurrencies.map((value) => ({ value, label: t(`settings.secondCurrencies.${value}`) }))}
          />
        </section>
        <section>
          <h2 className={styles.heading}>{t('settings.results')}</h2>
          <RadioCards
            label={t('settings.results')}
            help={t('settings.resultsHelp')}
            value={results}
            onChange={(chosen) => usePreferences.setState({ results: chosen })}
            options={shown.map((value) => ({ value, label: t(`settings.resultsAs.${value}`) }))}
          />
        </section>
        <Motion />
      </main>
    </>
  );
}

// The only place with raw colors: the two previews must show both conventions whichever is in force.
function Preview({ of }: { of: UpDown }) {
  const [rise, fall] = of === 'green-up' ? [styles.green, styles.red] : [styles.red, styles.green];
  return (
    <span className={styles.preview}>
      <span className={rise}>
        <svg viewBox="0 0 8 8" aria-hidden="true">
          <path d="M4 1 7.5 7h-7z" />
        </svg>
        +1.24%
      </span>
      <span className={fall}>
        <svg viewBox="0 0 8 8" aria-hidden="true">
          <path d="M4 7 .5 1h7z" />
        </svg>
        −0.86%
      </span>
    </span>
  );
}

function Motion() {
  const { t } = useWords();
  const { hideBalances, flashPrices, readAloud, confirmOrders } = usePreferences();
  return (
    <section>
      <h2 className={styles.heading}>{t('settings.balances')}</h2>
      <Card>
        <List>
          <Switch
            label={t('settings.hideBalances')}
            checked={hideBalances}
            onChange={(on) => usePreferences.setState({ hideBalances: on })}
          />
          <Switch
            label={t('settings.flashPrices')}
            help={t('settings.flashPricesHelp')}
            checked={flashPrices}
            onChange={(on) => usePreferences.setState({ flashPrices: on })}
          />
          <Switch
            label={t('settings.readAloud')}
            help={t('settings.readAloudHelp')}
            checked={readAloud}
            onChange={(on) => usePreferences.setState({ readAloud: on })}
          />
          <Switch
            label={t('settings.confirmOrders')}
            help={t('settings.confirmOrdersHelp')}
            checked={confirmOrders}
            onChange={(on) => usePreferences.setState({ confirmOrders: on })}
          />
        </List>
      </Card>
    </section>
  );
}
