import type { Selectable, Insertable } from 'kysely'

import type { WayTerms } from '../../../../contract/pay-fees.ts'
import type { PayChannel, Provider } from '../../../../contract/providers.ts'
import type { Config } from '../../../config.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Merchants } from '../../../platform/db/db-types.ts'
import type { Queryable, Tx } from '../../../platform/db/db.ts'
import { randomToken, seal, sha256, unseal } from '../../../platform/secrets/crypto.ts'

export type Merchant = Omit<Selectable<Merchants>, 'provider' | 'channels' | 'devices' | 'settings' | 'wayRules'> & {
  provider: Provider
  /** By the name of the key. */
  settings: Record<string, string>
  wayRules: WayRules
  channels: PayChannel[]
  devices: ('pc' | 'wap' | 'qr')[]
}
/** What an account says of its ways. */
export type WayRules = { [C in PayChannel]?: WayTerms & { name: string } }
export type OpenMerchant = Merchant & { secret: string }
export type MerchantCtx = Pick<Ctx, 'config'>

const PURPOSE = 'merchant'

/** Who owns the money that arrives here. */
export function ownerOf({ resellerId }: Pick<Merchant, 'resellerId'>): 'platform' | 'reseller' {
  return resellerId === null ? 'platform' : 'reseller'
}

export function openMerchant({ config }: MerchantCtx, merchant: Merchant): OpenMerchant {
  return { ...merchant, secret: unseal(config, PURPOSE, merchant.id, merchant.sealedSecret) }
}

/** Sealed to its row: a copy in another row does not open. */
export function sealMerchantSecret({ config }: MerchantCtx, merchantId: string, secret: string): Buffer {
  return seal(config.secretKey, PURPOSE, merchantId, secret)
}

/** Where its gateway reports payments. */
export function notifyUrlOf({ publicUrl }: Pick<Config, 'publicUrl'>, merchant: Merchant): string {
  const { provider, id, notifyBaseUrl } = merchant
  return `${notifyBaseUrl ?? publicUrl}/api/pay/notify/${provider}/${id}`
}

/** Checks a merchant id that a stranger wrote into an address. */
export function isMerchantId(text: string): boolean {
  return /^[a-z0-9]{12}$/.test(text)
}

export function newMerchantId(): string {
  return sha256(randomToken()).toString('hex').slice(0, 12)
}

export type NewMerchant = Insertable<Merchants>

const COLUMNS = `id, reseller_id, owner_key, provider, name, app_id, seller_id, sealed_secret, alipay_public_key, gateway_url,
  page_url, notify_base_url, channels, devices, epay_key_prefix, is_sandbox, disabled_at, created_at,
  position, is_gateway_local, tested_at, settings, way_rules`

export async function loadMerchant(db: Queryable, id: string): Promise<Merchant | null> {
  const rows = await db.query<Merchant>({
    name: 'merchants.load',
    text: `select ${COLUMNS} from merchants where id = $1`,
    values: [id],
  })
  return rows[0] ?? null
}

/** Enabled merchants of the reseller and of the platform, in display order. */
export function findUsableMerchants(db: Queryable, resellerId: number): Promise<Merchant[]> {
  return db.query<Merchant>({
    name: 'merchants.usable',
    text: `select ${COLUMNS} from merchants where owner_key in (-1, $1) and disabled_at is null
      order by position, provider, created_at, id`,
    values: [resellerId],
  })
}

export function findAllMerchants(db: Queryable): Promise<Merchant[]> {
  return db.query<Merchant>({
    name: 'merchants.all',
    text: `select ${COLUMNS} from merchants order by created_at, id`,
  })
}

/** All merchants of one reseller, or of the platform (null), in display order, including those switched off. */
export function findMerchantsOf(db: Queryable, resellerId: number | null): Promise<Merchant[]> {
  return db.query<Merchant>({
    name: 'merchants.of',
    text: `select ${COLUMNS} from merchants where reseller_id is not distinct from $1 order by position, provider, created_at, id`,
    values: [resellerId],
  })
}

/** False when that account at that provider already exists. */
export async function insertMerchant(db: Tx, merchant: NewMerchant): Promise<boolean> {
  const row = await db.kysely
    .insertInto('merchants')
    .values(merchant)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function updateMerchant(db: Tx, id: string, changes: Partial<NewMerchant>): Promise<void> {
  await db.kysely.updateTable('merchants').set(changes).where('id', '=', id).execute()
}

export async function loadSandboxMerchant(
  db: Queryable,
  provider: Merchant['provider'],
  appId: string,
): Promise<Merchant | null> {
  const row = await db.kysely
    .selectFrom('merchants')
    .selectAll()
    .where('isSandbox', '=', true)
    .where('provider', '=', provider)
    .where('appId', '=', appId)
    .executeTakeFirst()
  return (row as Merchant | undefined) ?? null
}

/** False when nothing changed, null when there is no such merchant. */
export async function switchMerchantRow(db: Tx, id: string, disabledAt: Date | null): Promise<boolean | null> {
  const rows = await db.query<{ isChanged: boolean }>({
    name: 'merchants.switch',
    text: `update merchants m set disabled_at = case when $2::timestamptz is null then null else coalesce(old.disabled_at, $2) end
      from (select id, disabled_at from merchants where id = $1 for update) old
      where m.id = old.id returning (old.disabled_at is null) <> ($2::timestamptz is null) as is_changed`,
    values: [id, disabledAt],
  })
  return rows[0]?.isChanged ?? null
}

export async function disableOtherSandboxes(db: Tx, keptIds: string[], now: Date): Promise<void> {
  await db.kysely
    .updateTable('merchants')
    .set({ disabledAt: now })
    .where('isSandbox', '=', true)
    .where('disabledAt', 'is', null)
    .where('id', 'not in', keptIds)
    .execute()
}

export async function loadSandboxUrl(db: Queryable): Promise<string | null> {
  const rows = await db.query<{ gatewayUrl: string }>({
    name: 'merchants.sandbox_url',
    text: `select gateway_url from merchants where is_sandbox and disabled_at is null order by created_at desc limit 1`,
  })
  return rows[0]?.gatewayUrl ?? null
}
