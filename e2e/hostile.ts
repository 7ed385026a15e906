import { randomUUID } from 'node:crypto';
import { sendAppeal } from '@glasshouse/protocol/appeals/calls';
import { correctBalance, freezeUser } from '@glasshouse/protocol/backoffice/users';
import { savePeriods, showPeriods } from '@glasshouse/protocol/contracts/office-terms';
import { inviteOperator } from '@glasshouse/protocol/operators/calls';
import {
  planMaintenance,
  saveAnnouncement,
  saveMoney,
  saveSettings,
  showMoney,
  showSettings,
} from '@glasshouse/protocol/site/office';
import { saveContact } from '@glasshouse/protocol/support/office';
import type { Page } from '@playwright/test';
import { type Operator, officeCall } from './office.ts';
import { newEmail, openAccount } from './people.ts';
import { arrange, newCaller } from './server.ts';

// Each part calls `hit` if it is executed: as markup, attribute, link, template or style.
export const hostile = `"><img src=x onerror=hit()><script>hit()</script><svg onload=hit()>\${hit()}{{hit()}}<style>*{color:red}</style><a href="javascript:hit()">x</a>`;

/** Collects everything that was executed and everything the content security policy blocked. */
export async function guard(page: Page): Promise<string[]> {
  const reports: string[] = [];
  await page.exposeFunction('hit', () => reports.push('a text ran'));
  await page.exposeFunction('reported', (text: string) => reports.push(text));
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => {
      (window as unknown as { reported: (text: string) => void }).reported(
        `${event.violatedDirective} ${event.sourceFile}`,
      );
    });
  });
  page.on('dialog', (dialog) => reports.push(dialog.message()));
  return reports;
}

const isInForce = ({ state }: { state: string }) => state === 'in_force';

/** Puts the hostile text into every field that the console shows. */
export async function writeHostile(staff: Record<'support' | 'manager' | 'owner', Operator>): Promise<string> {
  const user = await openAccount();
  const number = user.info.number;
  const { support, manager, owner } = staff;
  await officeCall(freezeUser, { number, reason: hostile }, support.cookies);
  await newCaller(user.cookies)(sendAppeal, { text: hostile });
  const correction = {
    id: randomUUID(),
    number,
    wallet: 'fund',
    currency: 'USDT',
    direction: 'credit',
    amount: '1',
  } as const;
  await officeCall(correctBalance, { ...correction, reason: hostile }, support.cookies);
  const [from, until] = [90, 90.01].map((days) => new Date(Date.now() + days * 86_400_000).toISOString()) as [
    string,
    string,
  ];
  const texts = { 'zh-CN': hostile };
  await officeCall(saveAnnouncement, { id: null, texts, from, until, reason: hostile }, manager.cookies);
  await officeCall(planMaintenance, { from, until, texts, reason: hostile }, manager.cookies);
  const contact = {
    id: null,
    account: hostile.slice(0, 80),
    link: `https://x.example/?q=${encodeURIComponent(hostile)}`,
    place: 3,
  };
  await officeCall(saveContact, { ...contact, reason: hostile }, manager.cookies);
  const [site] = (await officeCall(showSettings, { limit: 1 }, manager.cookies)).list;
  const settings = { ...site!.settings, title: hostile.slice(0, 27) };
  await officeCall(saveSettings, { expectedVersion: site!.version, settings, reason: hostile }, manager.cookies);
  const money = (await officeCall(showMoney, { limit: 9 }, manager.cookies)).list.find(isInForce)!;
  const dearer = { ...money.settings, fee: '1.25' };
  await officeCall(saveMoney, { expectedVersion: money.version, settings: dearer, reason: hostile }, manager.cookies);
  const offer = (await officeCall(showPeriods, { limit: 9 }, manager.cookies)).list.find(isInForce);
  const terms = { ...offer!.terms, minStake: '11' as never };
  await officeCall(savePeriods, { expectedVersion: offer!.version, terms, reason: hostile }, manager.cookies);
  // The owner of a passkey types its name, on another device.
  await arrange(
    'update operator_session set factor_at = now() where factor is not null',
    `insert into operator_passkey (id, operator, name, public_key, counter, created_at)
     select gen_random_uuid(), id, $$${hostile.slice(0, 60)}$$, '', 0, now() from operator where email = '${owner.email}'`,
  );
  const invited = {
    name: hostile.slice(0, 60),
    email: newEmail(),
    role: 'auditor',
    language: 'en-US',
    reason: hostile,
  } as const;
  await officeCall(inviteOperator, invited, owner.cookies);
  return number;
}
