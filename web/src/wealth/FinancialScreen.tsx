import type { ProductKind } from '@glasshouse/protocol/wealth/terms';
import { useState } from 'react';
import { useAccount } from '../lib/account.ts';
import { useNavigate } from '../lib/router.tsx';
import { useWords } from '../lib/words.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import { Center } from './Center.tsx';

/** The wealth center. */
export function FinancialScreen() {
  const { t } = useWords();
  const { user } = useAccount();
  const navigate = useNavigate();
  const [kind, setKind] = useState<ProductKind>('trust');
  return (
    <>
      <PageBar
        title={t('titles.financial')}
        end={
          user && (
            <IconButton
              icon="records"
              size={20}
              label={t('titles.wealthRecords')}
              onClick={() => navigate('/finance/order')}
            />
          )
        }
      />
      <Center kind={kind} onKind={setKind} />
    </>
  );
}
