import { deviceOf } from '@glasshouse/protocol/security/device';
import { t } from './words.tsx';

/** Browser and system, such as "Chrome on Linux". A device that names neither is shown as it is written. */
export function deviceWords(userAgent: string): string {
  const { browser, system } = deviceOf(userAgent);
  if (browser && system) return t('security.device', { browser, system });
  return browser ?? system ?? (userAgent || t('security.unknownDevice'));
}
