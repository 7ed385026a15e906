import type { getServiceList } from '@glasshouse/protocol/support/calls';
import { useQuery } from '@tanstack/react-query';
import { call } from '../lib/call.ts';
import { closeSheet } from '../lib/sheets.ts';
import { copyText } from '../ui/copy-text.ts';

export function useContacts() {
  return useQuery({
    queryKey: ['contacts'],
    queryFn: () => call<typeof getServiceList>('POST', '/index/service/getlist', {}),
    staleTime: 60_000,
    meta: { quiet: true },
  });
}

/** A contact without a link is copied, so that it can be pasted into whatever app it belongs to. */
export async function copyAccount(account: string): Promise<void> {
  if (await copyText(account)) closeSheet();
}
