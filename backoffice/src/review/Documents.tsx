import { readReviewDocument } from '@glasshouse/protocol/review/office';
import { useState } from 'react';
import { useAsk } from '../lib/ask.ts';
import { useWords } from '../lib/words.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { QueryState } from '../ui/QueryState.tsx';
import { Segments } from '../ui/Segments.tsx';
import { Blank } from '../ui/Table.tsx';
import styles from './Review.module.css';

type DocumentsProps = { id: string; documents: readonly { name: string; mime: string }[]; open: boolean };

const pictures = ['image/png', 'image/jpeg', 'image/webp'];
const zooms = [1, 1.5, 2, 3];

/** The documents of a case. They open once the operator has claimed it, and each look is logged. */
export function Documents({ id, documents, open }: DocumentsProps) {
  const { t } = useWords();
  const [name, setName] = useState(documents[0]?.name ?? '');
  const [turn, setTurn] = useState(0);
  const [zoom, setZoom] = useState(0);
  const document = useAsk(readReviewDocument, { id, name }, { enabled: open && name !== '' });
  if (documents.length === 0) return <Blank title={t('review.noDocuments')} />;
  return (
    <>
      <div className={styles.bar}>
        <Segments
          label={t('review.documents')}
          choices={documents.map((each) => [each.name, each.name] as const)}
          value={name}
          onChange={setName}
        />
        <span>
          <IconButton icon="zoom" label={t('review.zoom')} onClick={() => setZoom((zoom + 1) % zooms.length)} />
          <IconButton icon="rotate" label={t('review.rotate')} onClick={() => setTurn(turn + 90)} />
        </span>
      </div>
      <div className={styles.canvas}>
        {open ? (
          <QueryState of={document} rows={1}>
            {({ mime, base64 }) =>
              pictures.includes(mime) ? (
                <img
                  src={`data:${mime};base64,${base64}`}
                  alt={name}
                  style={{ transform: `rotate(${turn}deg) scale(${zooms[zoom]})` }}
                />
              ) : (
                <Blank title={t('review.notAPicture')} />
              )
            }
          </QueryState>
        ) : (
          <Blank title={t('review.claimToRead')} />
        )}
      </div>
    </>
  );
}
