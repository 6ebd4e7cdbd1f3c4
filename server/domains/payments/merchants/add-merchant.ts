import {
  providers as facts,
  type MerchantKeys,
  type PayChannel,
  type Provider,
} from '../../../../contract/providers.ts'
import { inTx, type Ctx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { writeAudit, type AuditActor } from '../../audit/audit.ts'
import { getSellingTerms } from '../../resellers/selling-terms.ts'
import type { Problems, StoredKeys } from '../gateways/provider.ts'
import { providers } from '../gateways/providers.ts'
import {
  newMerchantId,
  type OpenMerchant,
  sealMerchantSecret,
  type Merchant,
  findAllMerchants,
  insertMerchant,
} from './merchant.ts'

export type MerchantWish = MerchantKeys & {
  /** Null: the platform's own merchant. */
  resellerId: number | null
  provider: Provider
  name: string
  appId: string
  /** The provider's own by default, where it has one. */
  gatewayUrl?: string | undefined
  /** The provider's first by default. */
  channels?: PayChannel[] | undefined
  /** All by default. */
  devices?: Merchant['devices']
  /** The gateway runs on this machine, named by platform staff for tests: http is allowed. */
  isGatewayLocal?: boolean
  /** When the keys were last tried at the gateway. */
  testedAt?: Date
}
export type OperatorCtx = Pick<Ctx, 'db' | 'now' | 'config'>

/** Adds a merchant account at a payment provider. Seals its secret before it reaches the database. */
export async function addMerchant(ctx: OperatorCtx, wish: MerchantWish, actor: AuditActor): Promise<string> {
  const checked = checkWish(wish)
  return inTx(ctx, async (tx) => {
    if (wish.resellerId !== null) await getSellingTerms(tx, wish.resellerId)
    const id = newMerchantId()
    const { secret, ...columns } = checked
    const sealedSecret = sealMerchantSecret(ctx, id, secret)
    const isNew = await insertMerchant(tx.db, { ...columns, id, sealedSecret, createdAt: ctx.now })
    if (!isNew) fail('merchant.taken')
    const detail = { provider: wish.provider, appId: wish.appId }
    const entry = { resellerId: wish.resellerId, actor, action: 'merchant.added', subject: `merchant:${id}`, detail }
    const after = { ...detail, gateway: new URL(checked.gatewayUrl).host, keys: 'set' }
    await writeAudit(tx.db, { ...entry, after }, ctx.now)
    return id
  })
}

type ShownMerchant = Pick<
  Merchant,
  'id' | 'resellerId' | 'provider' | 'name' | 'appId' | 'isSandbox' | 'disabledAt' | 'createdAt'
>

/** For operators: shows everything except the keys. */
export async function findMerchants(ctx: Pick<Ctx, 'db'>): Promise<ShownMerchant[]> {
  const rows = await findAllMerchants(ctx.db)
  return rows.map(({ id, resellerId, provider, name, appId, isSandbox, disabledAt, createdAt }) => {
    return { id, resellerId, provider, name, appId, isSandbox, disabledAt, createdAt }
  })
}

export type CheckedMerchant = ReturnType<typeof checkWish>

/** What is stored of a wish, with the keys as their provider wants them. */
export function checkWish(wish: MerchantWish) {
  const { resellerId, provider, name, appId, isGatewayLocal = false } = wish
  const { devices = [...facts[provider].devices] } = wish
  const problems: Problems = {}
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(appId)) problems['appId'] = 'letters and digits'
  if (name.length < 1 || name.length > 40) problems['name'] = '1 to 40 characters'
  const gatewayUrl = gatewayUrlOf(wish)
  const { protocol } = URL.parse(gatewayUrl) ?? {}
  if (protocol !== 'https:' && !(isGatewayLocal && protocol === 'http:')) problems['gatewayUrl'] = 'an https address'
  const channels = channelsOf(wish, problems)
  const keys = providers[provider].check(wish, problems, null)
  refuseProblems(problems)
  const { testedAt = null } = wish
  return { resellerId, provider, name, appId, gatewayUrl, channels, devices, isGatewayLocal, testedAt, ...keys }
}

/** New keys of a merchant as they are stored; what nobody typed stays. */
export function checkKeys(merchant: OpenMerchant, typed: MerchantKeys): StoredKeys {
  const problems: Problems = {}
  const keys = providers[merchant.provider].check(typed, problems, merchant)
  refuseProblems(problems)
  return keys
}

function refuseProblems(problems: Problems): void {
  if (Object.keys(problems).length > 0) fail('request.invalid', { fields: problems })
}

/** Empty: nobody named one, and the provider has none of its own. */
export function gatewayUrlOf({ provider, gatewayUrl }: MerchantWish): string {
  return gatewayUrl ?? facts[provider].gatewayUrl ?? ''
}

function channelsOf({ provider, channels }: MerchantWish, problems: Problems): PayChannel[] {
  const offered: readonly PayChannel[] = facts[provider].channels
  if (offered.length === 1 || !channels) return offered.slice(0, 1)
  const isOffered = channels.every((one) => offered.includes(one))
  if (channels.length === 0 || !isOffered) problems['channels'] = offered.join(', ')
  return channels
}
