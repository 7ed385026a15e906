import { readdirSync } from 'node:fs';

/**
 * The tables of each area of server/areas.json, lowest first; those of `platform` belong to no business domain. A table
 * whose name begins with its domain isn't listed: `spot_order` belongs to the domain `spot`.
 */
const tablesOf = {
  platform: 'audit_entry approval deciding_role known_browser sms_outbox throttle withdrawn_change',
  site: 'announcement maintenance money_config review_case site_config support_contact',
  evidence: `beacon_chain beacon_round candle_hour candle_minute favourite generator_coin log_checkpoint log_cosignature
    log_entry log_key log_leaf log_node log_orders log_sale market_window source_rule tape_anchor tape_checkpoint tape_clock tape_day
    tape_gap tape_given_up tape_key tape_late tape_message tape_opening tape_plan tape_revealed tape_run tape_source tape_stuck tick`,
  people: `account_event contact_key contact_mark copy_part credit_event credit_rule file identity_case lock_link mail_phrase
    passkey_challenge payee person person_authenticator person_passkey person_recovery personal_copy saved_payees_only security_event
    session staff_note verification_code`,
  staff: 'appeal operator operator_passkey operator_recovery operator_seen operator_session operator_setup',
  money: `account balance_mark books_alarm correction correction_day currency_code day_end day_total income invitation_income leg
    membership movement movement_arrow movement_step posting_kind posting_right proof proof_mark received test_card top_up_case transfer_setting
    vip_rule wallet_code withdrawal withdrawal_count withdrawal_day`,
  trading: `coin_unit contract contract_day contract_terms holding option_day option_exposure option_order option_sale product product_day
    product_left product_outlook product_taken product_version settlement share shared_until slip_key`,
  console: 'site_figures',
} as const;

export type Area = keyof typeof tablesOf;
/** Lowest first. */
export const areas = Object.keys(tablesOf) as Area[];
const listed = new Map(
  areas.flatMap((area) => tablesOf[area].split(/\s+/).map((table): [string, Area] => [table, area])),
);
const domains = areas.flatMap((area) =>
  readdirSync(new URL(`../src/${area}`, import.meta.url)).map((domain) => ({ area, domain })),
);

export function areaOf(table: string): Area {
  const area = listed.get(table) ?? domains.find(({ domain }) => table.startsWith(`${domain}_`))?.area;
  if (!area)
    throw new Error(
      `Begin ${table} with the name of its domain, or give it an area in server/database/table-areas.ts.`,
    );
  return area;
}
/** Names with an area that are not tables. */
export const missingTables = (existing: readonly string[]): string[] =>
  [...listed.keys()].filter((table) => !existing.includes(table));
