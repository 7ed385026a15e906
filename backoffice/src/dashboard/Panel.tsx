import { saveText } from '@glasshouse/kit/save-file.ts';
import { exportPanel, type Panel as Name, type showDashboard } from '@glasshouse/protocol/backoffice/dashboard';
import { type ReactNode, useState } from 'react';
import { useAct } from '../lib/act.ts';
import type { Answer } from '../lib/call.ts';
import { useWords } from '../lib/words.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Card } from '../ui/Page.tsx';
import styles from './Dashboard.module.css';

export type Figures = Answer<typeof showDashboard>;

/** The length of a bar. Its words state the exact amount. */
export const sizeOf = (decimal: string): number => Number(decimal);

type PanelProps = { name: Name; chart?: ReactNode; table?: ReactNode; children?: ReactNode };

/** One figure of the site as a chart, a table and a file. */
export function Panel({ name, chart, table, children }: PanelProps) {
  const { t } = useWords();
  const [asTable, setAsTable] = useState(false);
  const save = useAct(exportPanel, { onDone: ({ filename, csv }) => saveText({ name: filename, text: csv }) });
  const title = t(`dashboard.panels.${name}`);
  return (
    <Card
      title={title}
      acts={
        <>
          {chart && table && (
            <IconButton
              icon={asTable ? 'market' : 'records'}
              label={t(asTable ? 'dashboard.asChart' : 'dashboard.asTable', { panel: title })}
              aria-pressed={asTable}
              onClick={() => setAsTable(!asTable)}
            />
          )}
          <IconButton
            icon="download"
            label={t('dashboard.save', { panel: title })}
            onClick={() => save.mutate({ panel: name })}
          />
        </>
      }
    >
      <p className={styles.about}>{t(`dashboard.about.${name}`)}</p>
      {asTable || !chart ? table : chart}
      {children}
    </Card>
  );
}
