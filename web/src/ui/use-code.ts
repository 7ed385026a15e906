import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { t } from '../lib/words.tsx';
import { showToast } from './toast.ts';

const untilNextTry = 10_000;
const longestPause = 300_000;

/**
 * Loads optional code on demand. Returns `undefined` until it is loaded, and retries while it is wanted. `onMissing`
 * may end that.
 */
export function useCode<T>(wanted: boolean, load: () => Promise<T>, onMissing?: () => void): T | undefined {
  const [code, setCode] = useState<{ loaded: T }>();
  const ask = useEffectEvent(load);
  const missing = useEffectEvent(() => onMissing?.());
  useEffect(() => {
    if (!wanted || code) return;
    let left = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let pause = untilNextTry;
    const fetchCode = async () => {
      try {
        const loaded = await ask();
        if (!left) setCode({ loaded });
      } catch {
        if (left) return;
        timer = setTimeout(fetchCode, pause);
        pause = Math.min(2 * pause, longestPause);
        missing();
      }
    };
    void fetchCode();
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [wanted, code]);
  return code?.loaded;
}

/**
 * Loads the code of a sheet or dialog that a tap opens. If loading fails, the user is told, and nothing opens long
 * after the tap. If it fails again at the second tap although there is a network, a new release may have removed the
 * file, so the app reloads.
 */
export function useTapped<T>(open: boolean, load: () => Promise<T>, close: () => void): T | undefined {
  const failures = useRef(0);
  return useCode(open, load, () => {
    close();
    if (failures.current++ > 0 && navigator.onLine) location.reload();
    else showToast({ kind: 'error', text: t('app.notLoaded.text') });
  });
}
