import { deviceOf } from '@glasshouse/protocol/security/device';
import { t } from '../lib/words.tsx';

/** A device as a person would name it. */
export function deviceName(userAgent: string): string {
  const { browser, system } = deviceOf(userAgent);
  if (browser && system) return t('security.device', { browser, system });
  return browser ?? system ?? t('security.unknownDevice');
}
