import { useEffect, useState } from 'react';
import { serverNow } from './server-clock.ts';

/** The server's time in milliseconds since 1970, updated at every full second of it while `running`. */
export function useServerNow(running: boolean): number {
  const [time, setTime] = useState(serverNow);
  useEffect(() => {
    if (!running) return;
    let timer: ReturnType<typeof setTimeout>;
    const tell = () => {
      const at = serverNow();
      setTime(at);
      timer = setTimeout(tell, 1000 - (at % 1000));
    };
    tell();
    return () => clearTimeout(timer);
  }, [running]);
  return time;
}
