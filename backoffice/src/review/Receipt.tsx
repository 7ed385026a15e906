import { formatExact, formatTime } from '@glasshouse/kit/format.ts';
import { Tag } from '@glasshouse/kit/Tag.tsx';
import type { TopUpCaseDetails } from '@glasshouse/protocol/deposits/office';
import { useWords } from '../lib/words.tsx';
import { Comparison } from './Comparison.tsx';
import styles from './Specimen.module.css';

/** Submitted, coded and drawn, side by side. What the code says otherwise is marked; what is drawn, a person reads. */
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
