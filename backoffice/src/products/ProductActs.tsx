import { listApprovals } from '@glasshouse/protocol/backoffice/approvals';
import { closeVersion, deleteDraft, listVersions, publishVersion } from '@glasshouse/protocol/wealth/office';
import { useState } from 'react';
import { offerPairs, productName, type Version } from '../lib/products.ts';
import { useWords } from '../lib/words.tsx';
import { ActDialog } from '../ui/ActDialog.tsx';
import { CheckField } from '../ui/Field.tsx';
import { KeyValues } from '../ui/KeyValues.tsx';
import { Note } from '../ui/Note.tsx';

export type Act = 'publish' | 'close' | 'delete';
/** The name of the statement, as forms list what is wrong. */
const statement = 'understood';
type ProductActsProps = { of: Version; act: Act; onClose: () => void };

/** What may be done with a version, each with its terms in words before anybody agrees to it. */
export function ProductActs({ of, act, onClose }: ProductActsProps) {
  const { t } = useWords();
  const [understood, setUnderstood] = useState(false);
  const { product, version, offer } = of;
  const name = productName(offer);
  const terms = () => (
    <>
      <KeyValues pairs={offerPairs(offer)} />
      {act === 'publish' && (
        <Note>{t(offer.terms.kind === 'pledge' ? 'products.owedAtATime' : 'products.owedOnce')}</Note>
      )}
    </>
  );
  if (act === 'publish')
    return (
      <ActDialog
        endpoint={publishVersion}
        wide
        title={t('products.publishTitle', { name })}
        about={t('products.publishAbout')}
        submit={t('users.askFor')}
        body={(reason) => ({ product, version, offer, reason })}
        changes={[listVersions, listApprovals]}
        done={t('approvals.waiting')}
        onClose={onClose}
      >
        {terms}
      </ActDialog>
    );
  return (
    <ActDialog
      endpoint={act === 'close' ? closeVersion : deleteDraft}
      wide
      danger
      title={act === 'close' ? t('products.closeTitle', { name }) : t('products.deleteTitle')}
      about={act === 'close' ? t('products.closeAbout', { name }) : name}
      submit={t(`products.${act}`)}
      body={(reason) => ({ product, version, reason })}
      invalid={() => (act === 'close' && !understood ? [statement] : [])}
      changes={[listVersions]}
      done={t(act === 'close' ? 'products.closed' : 'products.deleted')}
      onClose={onClose}
    >
      {(wrong) => (
        <>
          {terms()}
          {act === 'close' && (
            <>
              <CheckField checked={understood} onChange={setUnderstood} invalid={wrong(statement) !== undefined}>
                {t('products.closeFinal', { name })}
              </CheckField>
              {wrong(statement) && (
                <Note tone="error" role="alert">
                  {t('products.closeTick')}
                </Note>
              )}
            </>
          )}
        </>
      )}
    </ActDialog>
  );
}
