/**
 * The SQL statement that enables automatic approval after this many seconds while no operator is on duty. Run it as the
 * owner of the tables.
 */
export const reviewAfter = (seconds: number) => `insert into money_config overriding system value
  select (jsonb_populate_record(money, jsonb_build_object('version', nextval(pg_get_serial_sequence('money_config', 'version')),
    'unattended_seconds', ${seconds}, 'at', now(), 'effective_at', now(), 'approval', null))).* from money_at(now()) as money`;
