import { formatExact } from '@glasshouse/kit/format.ts';
import type { IconName } from '@glasshouse/kit/Icon.tsx';
import { toHex } from '@glasshouse/protocol/bytes';
import { slotMs } from '@glasshouse/protocol/market/tape';
import { formatUsdt } from '@glasshouse/protocol/money';
import { type Entry, readEntry } from '@glasshouse/protocol/publiclog/entries';
import { dayMs, utcDay } from '@glasshouse/protocol/utc-day';
import type { ReactNode } from 'react';
import { t, Words } from '../lib/words.tsx';
import { TimeText } from '../ui/TimeText.tsx';
import styles from './PublicLog.module.css';
import { type Part, settingName, termsParts, versionParts } from './version-words.tsx';

type Kind = Entry['kind'];
const icons: Record<Kind | 'newer', IconName> = {
  tape: 'contract',
  orders: 'records',
  sale: 'records',
  round: 'globe',
  day: 'lock',
  reveal: 'key',
  givenUp: 'alert',
  opening: 'calendar',
  terms: 'doc',
  product: 'finance',
  setting: 'settings',
  operators: 'shield',
  totals: 'equal',
  key: 'key',
  newer: 'info',
};

const timeOf = (slot: number) => <TimeText at={slot * slotMs} />;
/** A UTC day of the tape, never broken across lines. */
const dayOf = (day: number) => <span className={styles.whole}>{utcDay(day * dayMs)}</span>;

/** A one-line summary of an entry. */
function lineOf(entry: Entry): ReactNode {
  switch (entry.kind) {
    case 'tape':
      return <Words k="log.lines.tape" time={timeOf(entry.slot)} count={entry.size} />;
    case 'orders':
      return <Words k="log.lines.orders" time={timeOf(entry.slot)} count={entry.count} />;
    case 'sale':
      return <Words k="log.lines.sale" time={timeOf(entry.slot)} amount={formatExact(formatUsdt(entry.amount))} />;
    case 'round':
      return t('log.lines.round', { number: entry.round });
    case 'day':
      return <Words k="log.lines.day" day={dayOf(entry.day)} time={timeOf(entry.announcedSlot)} />;
    case 'reveal':
      return <Words k="log.lines.reveal" day={dayOf(entry.day)} />;
    case 'givenUp':
      return <Words k="log.lines.givenUp" day={dayOf(entry.day)} time={timeOf(entry.first)} />;
    case 'opening':
      return <Words k="log.lines.opening" day={dayOf(entry.day)} time={timeOf(entry.slot)} />;
    case 'terms':
      if (entry.effectiveAt === 0) return t('log.lines.firstTerms', { version: entry.version });
      return <Words k="log.lines.terms" version={entry.version} time={<TimeText at={entry.effectiveAt} />} />;
    case 'product':
      return t('log.lines.product', { number: entry.product, version: entry.version });
    case 'setting':
      return t('log.lines.setting', { name: settingName(entry.about, t), version: entry.version });
    case 'operators':
      return t('log.lines.operators', { count: entry.entries });
    case 'totals':
      return <Words k="log.lines.totals" day={dayOf(entry.day)} />;
    case 'key':
      return t(`log.lines.key.${entry.use}`);
  }
}

/** The hashes, keys and seeds in an entry, and its content, by parts or as text. */
function partsOf(entry: Entry): {
  hashes: (readonly [
    name: 'root' | 'before' | 'signature' | 'commitment' | 'seed' | 'head' | 'key' | 'slip',
    value: string,
  ])[];
  parts?: Part[];
  text?: string;
} {
  switch (entry.kind) {
    case 'tape':
      return {
        hashes: [
          ['root', toHex(entry.root)],
          ['before', toHex(entry.previous)],
        ],
      };
    case 'orders':
      return { hashes: [['root', toHex(entry.root)]] };
    case 'sale':
      return { hashes: [['slip', toHex(entry.slip)]] };
    case 'round':
      return { hashes: [['signature', toHex(entry.signature)]] };
    case 'day':
      return { hashes: [['commitment', toHex(entry.commitment)]] };
    case 'reveal':
      return { hashes: [['seed', toHex(entry.seed)]] };
    case 'operators':
      return { hashes: [['head', toHex(entry.head)]] };
    case 'key':
      return { hashes: [['key', toHex(entry.publicKey)]] };
    case 'terms':
      return { hashes: [], parts: termsParts(entry, t) };
    case 'product':
    case 'setting': {
      const parts = versionParts(entry.says, t);
      return parts ? { hashes: [], parts } : { hashes: [], text: entry.says };
    }
    default:
      return { hashes: [] };
  }
}

/** Describes an entry. An entry of a kind that is newer than this app is labeled as unknown. */
export function wordsOf(bytes: Uint8Array) {
  const entry = readEntry(bytes);
  const kind = entry?.kind ?? 'newer';
  return {
    icon: icons[kind],
    title: t(`log.kinds.${kind}`),
    line: entry ? lineOf(entry) : t('log.newer'),
    ...(entry ? partsOf(entry) : { hashes: [] }),
  };
}
