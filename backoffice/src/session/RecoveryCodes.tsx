import { RecoveryCodes as Codes, saveRecoveryCodes } from '@glasshouse/kit/RecoveryCodes.tsx';
import { useState } from 'react';
import { useWords } from '../lib/words.tsx';
import { Button } from '../ui/Button.tsx';
import { CheckField } from '../ui/Field.tsx';

/** Shown once. The operator can continue after confirming that the codes are saved. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const { t } = useWords();
  const [kept, setKept] = useState(false);
  return (
    <>
      <Codes codes={codes} label={t('session.codes')} />
      <Button icon="download" onClick={() => saveRecoveryCodes(codes)}>
        {t('session.saveCodes')}
      </Button>
      <CheckField checked={kept} onChange={setKept}>
        {t('session.codesKept')}
      </CheckField>
      <Button kind="ink" big disabled={!kept} onClick={onKept}>
        {t('session.goOn')}
      </Button>
    </>
  );
}
