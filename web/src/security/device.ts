import { deviceOf } from '@glasshouse/protocol/security/device';
import { t } from '../lib/words.tsx';

/** A readable name of a device. */
export function deviceName(userAgent: string): string {
  const { browser, system } = deviceOf(userAgent);
  if (browser && system) return t('security.device', { browser, system });
  return browser ?? system ?? t('security.unknownDevice');
}
