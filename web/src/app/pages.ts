import { type ComponentType, lazy } from 'react';
import { matchPath } from 'react-router';
import type { WordKey } from '../lib/words.tsx';
import { tabs } from './tabs.ts';

const page = (path: string, title: WordKey, load: () => Promise<ComponentType>) => ({
  path,
  title,
  Page: lazy(async () => ({ default: await load() })),
});

const sessionPages = [
  page('/login', 'titles.login', async () => (await import('../session/LoginScreen.tsx')).LoginScreen),
  page('/register', 'titles.register', async () => (await import('../session/RegisterScreen.tsx')).RegisterScreen),
  page('/forget', 'titles.forget', async () => (await import('../session/ForgetScreen.tsx')).ForgetScreen),
  page(
    '/user/changePsw',
    'titles.changePassword',
    async () => (await import('../session/ChangePasswordScreen.tsx')).ChangePasswordScreen,
  ),
  page('/user/security', 'titles.security', async () => (await import('../session/SecurityScreen.tsx')).SecurityScreen),
];

const userPages = [
  page('/home/more', 'titles.more', async () => (await import('../home/MoreScreen.tsx')).MoreScreen),
  page('/user/settings', 'titles.settings', async () => (await import('../user/SettingsScreen.tsx')).SettingsScreen),
  page('/user/display', 'titles.display', async () => (await import('../user/DisplayScreen.tsx')).DisplayScreen),
  page('/user/language', 'titles.language', async () => (await import('../user/LanguageScreen.tsx')).LanguageScreen),
  page('/user/cert', 'titles.identity', async () => (await import('../identity/IdentityScreen.tsx')).IdentityScreen),
  page('/user/invite', 'titles.invite', async () => (await import('../invites/InviteScreen.tsx')).InviteScreen),
  page('/user/vip', 'titles.vip', async () => (await import('../vip/VipScreen.tsx')).VipScreen),
  page('/assets', 'titles.assets', async () => (await import('../assets/AssetsScreen.tsx')).AssetsScreen),
  page(
    '/assets/statement',
    'titles.statement',
    async () => (await import('../assets/StatementScreen.tsx')).StatementScreen,
  ),
  page(
    '/assets/transfer',
    'titles.transfer',
    async () => (await import('../assets/TransferScreen.tsx')).TransferScreen,
  ),
  page(
    '/assets/exchange',
    'titles.exchange',
    async () => (await import('../assets/ExchangeScreen.tsx')).ExchangeScreen,
  ),
  page('/assets/:wallet', 'titles.assets', async () => (await import('../assets/WalletScreen.tsx')).WalletScreen),
  page('/records', 'titles.records', async () => (await import('../records/RecordsScreen.tsx')).RecordsScreen),
];

const moneyPages = [
  page('/finance/finance', 'titles.trust', async () => (await import('../finance/TrustScreen.tsx')).TrustScreen),
  page('/finance/livecoin', 'titles.pledge', async () => (await import('../finance/PledgeScreen.tsx')).PledgeScreen),
  page('/finance/machine', 'titles.machines', async () => (await import('../finance/MachineScreen.tsx')).MachineScreen),
  page(
    '/finance/order',
    'titles.wealthRecords',
    async () => (await import('../finance/WealthRecordsScreen.tsx')).WealthRecordsScreen,
  ),
  page(
    '/finance/productDetail',
    'titles.product',
    async () => (await import('../finance/ProductScreen.tsx')).ProductScreen,
  ),
  page('/finance/confirm', 'titles.confirm', async () => (await import('../finance/ConfirmScreen.tsx')).ConfirmScreen),
  page('/pay/deposit', 'titles.deposit', async () => (await import('../pay/DepositScreen.tsx')).DepositScreen),
  page('/pay/withdraw', 'titles.withdraw', async () => (await import('../pay/WithdrawScreen.tsx')).WithdrawScreen),
  page('/pay/transfer', 'titles.transfer', async () => (await import('../pay/TransferScreen.tsx')).TransferScreen),
  page('/pay/record', 'titles.audit', async () => (await import('../pay/AuditScreen.tsx')).AuditScreen),
  page('/order/withdraw', 'titles.withdraw', async () => (await import('../pay/WithdrawScreen.tsx')).WithdrawScreen),
  page(
    '/order/withdrawRecord',
    'titles.withdrawals',
    async () => (await import('../pay/WithdrawalsScreen.tsx')).WithdrawalsScreen,
  ),
];

const contractPages = [
  page(
    '/contract/records',
    'titles.contractRecords',
    async () => (await import('../contracts/records/RecordsScreen.tsx')).RecordsScreen,
  ),
  page(
    '/contract/results',
    'titles.contractResults',
    async () => (await import('../contracts/results/ResultsScreen.tsx')).ResultsScreen,
  ),
  page(
    '/contract/receipt/:id',
    'titles.receipt',
    async () => (await import('../contracts/receipt/ReceiptScreen.tsx')).ReceiptScreen,
  ),
];

const helpPages = [
  page('/helps/help', 'titles.help', async () => (await import('../help/HelpScreen.tsx')).HelpScreen),
  page('/helps/terms', 'titles.terms', async () => (await import('../help/TermsScreen.tsx')).TermsScreen),
  page('/helps/privacy', 'titles.privacy', async () => (await import('../help/PrivacyScreen.tsx')).PrivacyScreen),
  page(
    '/helps/simulated',
    'titles.simulated',
    async () => (await import('../help/SimulatedScreen.tsx')).SimulatedScreen,
  ),
];

// The condition is written out here, or the bundler would not leave the gallery out of a release.
const gallery =
  import.meta.env.DEV || import.meta.env.VITE_GALLERY === '1'
    ? [page('/dev/ui', 'titles.gallery', async () => (await import('../dev/GalleryScreen.tsx')).GalleryScreen)]
    : [];

/** Every sub-page: its address, its title and its own chunk of code. */
export const pages = [...sessionPages, ...userPages, ...moneyPages, ...contractPages, ...helpPages, ...gallery];

/** The title of the page at an address. */
export function titleOf(pathname: string): WordKey {
  const tab = tabs.find(({ path }) => matchPath(path, pathname));
  if (tab) return `titles.${tab.word}`;
  return pages.find(({ path }) => matchPath({ path, caseSensitive: true }, pathname))?.title ?? 'titles.notFound';
}
