import { type ComponentType, useEffect, useState } from 'react';
import { useAccount } from '../lib/account.ts';
import { connectionLost } from '../lib/connection.ts';
import { closeSheet, useSheets } from '../lib/sheets.ts';
import { watchToasts } from '../ui/toast.ts';

/** Time for the first page to settle before its helpers are fetched. */
const afterFirstPage = 2500;

/**
 * Sheets and toasts. Nothing of them is in the first load: they come when wanted, toasts a little earlier. Without a
 * connection they may not come at all; the page goes on without them, and the next wish asks for them again.
 */
export function Overlays() {
  const Sheets = useSheetsCode();
  const Toasts = useToastsCode();
  const { user } = useAccount();
  const ResultWatch = useResultsCode(user?.status === 'normal');
  return (
    <>
      {Sheets && <Sheets />}
      {Toasts && <Toasts />}
      {ResultWatch && user?.status === 'normal' && <ResultWatch key={user.id} user={user.id} />}
    </>
  );
}

function useSheetsCode(): ComponentType | undefined {
  const opened = useSheets(({ open }) => open !== null);
  const [code, setCode] = useState<ComponentType>();
  useEffect(() => {
    if (!opened || code) return;
    import('./Sheets.tsx').then(
      ({ Sheets }) => setCode(() => Sheets),
      () => {
        closeSheet();
        connectionLost();
      },
    );
  }, [opened, code]);
  return code;
}

function useToastsCode(): ComponentType | undefined {
  const [code, setCode] = useState<ComponentType>();
  useEffect(() => {
    const fetchCode = () => void import('../ui/Toasts.tsx').then(({ Toasts }) => setCode(() => Toasts), connectionLost);
    const timer = setTimeout(fetchCode, afterFirstPage);
    const unwatch = watchToasts(fetchCode);
    return () => {
      clearTimeout(timer);
      unwatch();
    };
  }, []);
  return code;
}

/** What waits for the ends of contracts, on whatever page their owner is. */
function useResultsCode(wanted: boolean): ComponentType<{ user: string }> | undefined {
  const [code, setCode] = useState<ComponentType<{ user: string }>>();
  useEffect(() => {
    if (!wanted || code) return;
    const fetchCode = () =>
      void import('../contracts/outcome/ResultWatch.tsx').then(
        ({ ResultWatch }) => setCode(() => ResultWatch),
        () => {
          timer = setTimeout(fetchCode, 4 * afterFirstPage);
        },
      );
    let timer = setTimeout(fetchCode, afterFirstPage);
    return () => clearTimeout(timer);
  }, [wanted, code]);
  return code;
}
