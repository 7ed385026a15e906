import type { IconName } from '@glasshouse/kit/Icon.tsx';
import type { Permission } from '@glasshouse/protocol/operators/permissions';
import type { ComponentType } from 'react';
import { ApprovalsScreen } from '../approvals/ApprovalsScreen.tsx';
import { AuditScreen } from '../audit/AuditScreen.tsx';
import { PeriodsScreen } from '../contracts/PeriodsScreen.tsx';
import { DashboardScreen } from '../dashboard/DashboardScreen.tsx';
import type { WordKey } from '../lib/words.tsx';
import { OperatorsScreen } from '../operators/OperatorsScreen.tsx';
import { ProductsScreen } from '../products/ProductsScreen.tsx';
import { AnnouncementsScreen } from '../site/AnnouncementsScreen.tsx';
import { MaintenanceScreen } from '../site/MaintenanceScreen.tsx';
import { SettingsScreen } from '../site/SettingsScreen.tsx';
import { ContactsScreen } from '../support/ContactsScreen.tsx';
import { UsersScreen } from '../users/UsersScreen.tsx';
import { WithdrawalsScreen } from '../withdrawals/WithdrawalsScreen.tsx';

type Page = { path: string; word: WordKey; icon: IconName; permission: Permission; Page: ComponentType };

/** The pages in the navigation, by group. The server provides the review queues. */
export const pages = {
  review: [
    {
      path: '/approvals',
      word: 'nav.approvals',
      icon: 'shield',
      permission: 'approvals.read',
      Page: ApprovalsScreen,
    },
    {
      path: '/withdrawals',
      word: 'nav.withdrawals',
      icon: 'transfer',
      permission: 'review.read',
      Page: WithdrawalsScreen,
    },
  ],
  run: [
    { path: '/dashboard', word: 'nav.dashboard', icon: 'market', permission: 'dashboard.read', Page: DashboardScreen },
    { path: '/users', word: 'nav.users', icon: 'user', permission: 'users.read', Page: UsersScreen },
    { path: '/settings', word: 'nav.settings', icon: 'settings', permission: 'site.read', Page: SettingsScreen },
    {
      path: '/announcements',
      word: 'nav.announcements',
      icon: 'bell',
      permission: 'site.read',
      Page: AnnouncementsScreen,
    },
    { path: '/periods', word: 'nav.periods', icon: 'contract', permission: 'site.read', Page: PeriodsScreen },
    { path: '/products', word: 'nav.products', icon: 'finance', permission: 'site.read', Page: ProductsScreen },
    { path: '/maintenance', word: 'nav.maintenance', icon: 'clock', permission: 'site.read', Page: MaintenanceScreen },
    { path: '/contacts', word: 'nav.contacts', icon: 'headset', permission: 'site.read', Page: ContactsScreen },
    { path: '/operators', word: 'nav.operators', icon: 'invite', permission: 'operators.read', Page: OperatorsScreen },
  ],
  prove: [{ path: '/audit', word: 'nav.audit', icon: 'records', permission: 'audit.read', Page: AuditScreen }],
} as const satisfies Record<string, readonly Page[]>;

export const allPages: readonly Page[] = [...pages.review, ...pages.run, ...pages.prove];
