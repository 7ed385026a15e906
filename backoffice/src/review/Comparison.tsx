import { formatExact, formatTime } from '@glasshouse/kit/format.ts';
import { Tag } from '@glasshouse/kit/Tag.tsx';
import type { TopUpCaseDetails } from '@glasshouse/protocol/deposits/office';
import type { CaseDetails } from '@glasshouse/protocol/identity/office';
import type { ReactNode } from 'react';
import { useWords } from '../lib/words.tsx';
import styles from './Specimen.module.css';

/** A table comparing submitted and read data. On a narrow screen it scrolls sideways. */
const Comparison = ({ caption, children }: { caption: string; children: ReactNode }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
  <section className={styles.wide} aria-label={caption} tabIndex={0}>
    <table className={styles.compared}>
      <caption className="vh">{caption}</caption>
      {children}
    </table>
  </section>
);

type Coded = CaseDetails['coded']['front'];
type Row = {
  name: 'user' | 'name' | 'document' | 'number' | 'side' | 'until';
  typed?: string;
  coded?: (code: NonNullable<Coded>) => string;
  /** The expected content of the code, if it isn't the typed text. */
  expected?: { front: string; back: string };
  drawn?: true;
};

/** Typed, coded and drawn data, side by side. Differences from the code are marked; a person reads the drawing. */
export function Compared({ details: { typed, coded } }: { details: CaseDetails }) {
  const { t } = useWords();
  const side = { front: t('review.specimen.front'), back: t('review.specimen.back') };
  const rows: Row[] = [
    { name: 'name', typed: typed.name, drawn: true },
    { name: 'number', typed: typed.number, drawn: true },
    {
      name: 'document',
      typed: t(`review.titles.${typed.document}`),
      coded: ({ document }) => t(`review.titles.${document}`),
      drawn: true,
    },
    { name: 'user', typed: typed.user, coded: ({ number }) => number },
    { name: 'side', coded: (code) => side[code.side], expected: side, drawn: true },
    { name: 'until', coded: ({ expiresAt }) => formatTime(expiresAt) },
  ];
  const said = ({ coded: read, expected, typed: own }: Row, which: 'front' | 'back') => {
    if (!read) return '–';
    const code = coded[which];
    const text = code ? read(code) : '–';
    const wanted = expected?.[which] ?? own ?? text;
    return text === wanted ? text : <Tag tone="error">{`${text} · ${t('review.specimen.differs')}`}</Tag>;
  };
  return (
    <Comparison caption={t('review.specimen.compare')}>
      <thead>
        <tr>
          <th scope="col">{t('review.specimen.field')}</th>
          <th scope="col">{t('review.specimen.typed')}</th>
          <th scope="col">{t('review.specimen.codeFront')}</th>
          <th scope="col">{t('review.specimen.codeBack')}</th>
          <th scope="col">{t('review.specimen.drawn')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name}>
            <th scope="row">{t(`review.specimen.rows.${row.name}`)}</th>
            <td>
              <bdi>{row.typed ?? '–'}</bdi>
            </td>
            <td>{said(row, 'front')}</td>
            <td>{said(row, 'back')}</td>
            <td className={styles.look}>{row.drawn ? t('review.specimen.look') : '–'}</td>
          </tr>
        ))}
      </tbody>
    </Comparison>
  );
}

/** Submitted, coded and drawn data, side by side. Differences from the code are marked; a person reads the drawing. */
export function Receipt({ details: { submitted, coded } }: { details: TopUpCaseDetails }) {
  const { t } = useWords();
  const rows = [
    {
      name: t('review.topUp.rows.amount'),
      typed: formatExact(submitted.amount),
      code: coded && formatExact(coded.amount),
      drawn: true,
    },
    { name: t('review.topUp.rows.network'), typed: submitted.network, code: coded?.network, drawn: true },
    { name: t('review.topUp.rows.address'), typed: submitted.address, drawn: true },
    { name: t('review.specimen.rows.user'), typed: submitted.user, code: coded?.number },
    { name: t('review.specimen.rows.until'), code: coded && formatTime(coded.expiresAt) },
  ];
  return (
    <Comparison caption={t('review.topUp.compare')}>
      <thead>
        <tr>
          <th scope="col">{t('review.specimen.field')}</th>
          <th scope="col">{t('review.topUp.submitted')}</th>
          <th scope="col">{t('review.topUp.code')}</th>
          <th scope="col">{t('review.topUp.drawn')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, typed, code, drawn }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{typed ?? '–'}</td>
            <td>
              {code && typed && code !== typed ? (
                <Tag tone="error">{`${code} · ${t('review.specimen.differs')}`}</Tag>
              ) : (
                (code ?? '–')
              )}
            </td>
            <td className={styles.look}>{drawn ? t('review.specimen.look') : '–'}</td>
          </tr>
        ))}
      </tbody>
    </Comparison>
  );
}
