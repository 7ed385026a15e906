import type { Output } from '@glasshouse/protocol/endpoint';
import type { showTape } from '@glasshouse/protocol/market/calls';
import { useWords } from '../lib/words.tsx';
import { Hash } from '../ui/Hash.tsx';
import { Section } from './Section.tsx';
import styles from './TapeView.module.css';

/** Whose rounds prices are made from, and who knows them ahead. */
export function Beacon({ beacon }: { beacon: NonNullable<Output<typeof showTape>['beacon']> }) {
  const { t } = useWords();
  return (
    <Section title={t('tape.beacon.title')} text={t('tape.beacon.text')}>
      <p className={styles.quiet}>
        <b>{beacon.name}</b> · {t(beacon.knownToOperator ? 'tape.beacon.known' : 'tape.beacon.public')}
      </p>
      <Hash value={beacon.publicKey} label={t('tape.beacon.key')} />
    </Section>
  );
}
