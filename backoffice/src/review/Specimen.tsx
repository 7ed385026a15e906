import { caseDetails, detailsDocument } from '@glasshouse/protocol/identity/office';
import { readReviewDocument } from '@glasshouse/protocol/review/office';
import { useAsk } from '../lib/ask.ts';
import { useWords } from '../lib/words.tsx';
import { QueryState } from '../ui/QueryState.tsx';
import { Blank } from '../ui/Table.tsx';
import { CasePicture, readJson } from './CaseParts.tsx';
import { Compared } from './Comparison.tsx';
import { Viewer } from './Viewer.tsx';

type SpecimenProps = { id: string; documents: readonly { name: string; mime: string }[]; open: boolean };

const sides = ['front', 'back'] as const;

/** Both sides of a specimen, with the typed data and the data in their codes. It opens once the case is claimed. */
export function Specimen({ id, documents, open }: SpecimenProps) {
  const { t } = useWords();
  const there = documents.length > 0;
  const details = useAsk(readReviewDocument, { id, name: detailsDocument }, { enabled: open && there });
  if (!there) return <Blank title={t('review.noDocuments')} />;
  if (!open) return <Blank title={t('review.claimToRead')} />;
  return (
    <>
      <Viewer>
        {sides.map((side) => (
          <CasePicture key={side} id={id} name={side} label={t(`review.specimen.${side}`)} />
        ))}
      </Viewer>
      <QueryState of={details} rows={4}>
        {({ base64 }) => <Compared details={caseDetails.parse(readJson(base64))} />}
      </QueryState>
    </>
  );
}
