import { listApprovals } from '@glasshouse/protocol/backoffice/approvals';
import { closeVersion, deleteDraft, listVersions, publishVersion } from '@glasshouse/protocol/wealth/office';
import { useState } from 'react';
import { useAsk } from '../lib/ask.ts';
import { changesBetween } from '../lib/compare.ts';
import { fieldName, inWords } from '../lib/fields.ts';
import { offerFields, offerPairs, productName, type Version } from '../lib/products.ts';
import { useWords } from '../lib/words.tsx';
import { ActDialog } from '../ui/ActDialog.tsx';
import { Changes } from '../ui/Changes.tsx';
import { CheckField } from '../ui/Field.tsx';
import { KeyValues } from '../ui/KeyValues.tsx';
import { Note } from '../ui/Note.tsx';
import { QueryState } from '../ui/QueryState.tsx';

export type Act = 'publish' | 'close' | 'delete';
/** The name of the field for the statement, for lists of problems. */
const statement = 'understood';
type ProductActsProps = { of: Version; act: Act; onClose: () => void };

/** The acts on a version. Each shows the terms in words before the operator confirms it. */
export function ProductActs({ of, act, onClose }: ProductActsProps) {
  const { t } = useWords();
  const [understood, setUnderstood] = useState(false);
  const { product, version, offer } = of;
  const name = productName(offer);
  if (act === 'publish') return <Publish of={of} onClose={onClose} />;
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
          <KeyValues pairs={offerPairs(offer)} />
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

type PublishProps = { of: Version; onClose: () => void };

/** Requests to publish a draft. Shows the differences from the version on sale, then all terms. */
function Publish({ of: { product, version, offer }, onClose }: PublishProps) {
  const { t } = useWords();
  const onSale = useAsk(listVersions, { product, state: 'published', limit: 1 });
  const before = onSale.data?.list[0];
  const changes = before ? changesBetween(offerFields(before.offer), offerFields(offer)).map(inWords) : [];
  const isSame = before !== undefined && changes.length === 0;
  const terms = <KeyValues pairs={offerPairs(offer)} />;
  return (
    <ActDialog
      endpoint={publishVersion}
      wide
      disabled={isSame || !onSale.data}
      title={t('products.publishTitle', { name: productName(offer) })}
      about={t('products.publishAbout')}
      submit={t('users.askFor')}
      body={(reason) => ({ product, version, offer, reason })}
      changes={[listVersions, listApprovals]}
      done={t('approvals.waiting')}
      onClose={onClose}
    >
      {() => (
        <QueryState of={onSale} rows={4}>
          {() => (
            <>
              {!before && <Note>{t('products.firstSale')}</Note>}
              {isSame && (
                <Note tone="amber" role="status">
                  {t('products.same', { version: before.version })}
                </Note>
              )}
              {before && changes.length > 0 && (
                <section>
                  <h3>{t('products.compared', { version: before.version })}</h3>
                  <Changes changes={changes} nameOf={fieldName} />
                </section>
              )}
              {before ? (
                <details>
                  <summary>{t('products.allTerms')}</summary>
                  {terms}
                </details>
              ) : (
                terms
              )}
              <Note>{t(offer.terms.kind === 'pledge' ? 'products.owedAtATime' : 'products.owedOnce')}</Note>
            </>
          )}
        </QueryState>
      )}
    </ActDialog>
  );
}
