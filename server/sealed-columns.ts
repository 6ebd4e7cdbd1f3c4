import type { SealedColumn } from './platform/secrets/sealed-rows.ts'

const BY_ID = { owner: 'id::text', key: 'id', keyType: 'bigint' } as const

/** Every sealed column; each is sealed and opened in its own domain. A test compares the list with the schema. */
export const sealedColumns: readonly SealedColumn[] = [
  { table: 'accounts', column: 'totp_secret', purpose: 'totp', ...BY_ID },
  { table: 'monitors', column: 'totp_secret', purpose: 'monitor-totp', ...BY_ID },
  { table: 'staff', column: 'totp_secret', purpose: 'staff-totp', ...BY_ID },
  { table: 'nodes', column: 'sealed_secrets', purpose: 'node_settings', ...BY_ID },
  {
    table: 'node_keys',
    column: 'sealed_secret',
    purpose: 'node',
    owner: `node_id || '.' || epoch`,
    key: 'node_id::bigint * 1000000000 + epoch',
    keyType: 'bigint',
  },
  { table: 'merchants', column: 'sealed_secret', purpose: 'merchant', owner: 'id', key: 'id', keyType: 'text' },
  {
    table: 'lines',
    column: 'sealed_credential',
    purpose: 'line',
    owner: `reseller_id || ':' || account_id`,
    key: 'id',
    keyType: 'uuid',
  },
  {
    table: 'cards',
    column: 'sealed_code',
    purpose: 'card',
    owner: `'card:' || reseller_id || ':' || id`,
    key: 'id',
    keyType: 'bigint',
  },
  {
    table: 'unsaved_keys',
    column: 'sealed_codes',
    purpose: 'card-batch',
    owner: `reseller_id || ':' || batch_id`,
    key: 'batch_id',
    keyType: 'bigint',
  },
  {
    table: 'withdrawals',
    column: 'sealed_account',
    purpose: 'withdrawal',
    owner: 'id::text',
    key: 'id',
    keyType: 'uuid',
  },
  {
    table: 'payee_accounts',
    column: 'sealed_account',
    purpose: 'payee',
    owner: 'reseller_id::text',
    key: 'reseller_id::bigint',
    keyType: 'bigint',
  },
  { table: 'payouts', column: 'sealed_account', purpose: 'payout', owner: 'id::text', key: 'id', keyType: 'uuid' },
  { table: 'push_devices', column: 'sealed_target', purpose: 'push', owner: 'id::text', key: 'id', keyType: 'uuid' },
  {
    table: 'telegram_bots',
    column: 'sealed_token',
    purpose: 'telegram',
    owner: 'id::text',
    key: 'id',
    keyType: 'uuid',
  },
  { table: 'mail_codes', column: 'sealed_code', purpose: 'mail-code', owner: 'id::text', key: 'id', keyType: 'uuid' },
]
