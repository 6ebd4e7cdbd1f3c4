import { isIP } from 'node:net'

import { formatFen } from '../../../../contract/money.ts'
import type { WayTerms } from '../../../../contract/pay-fees.ts'
import { providers, type MerchantKeys, type PayChannel } from '../../../../contract/providers.ts'
import { isLoopbackName } from '../../../config.ts'
import { inTx } from '../../../platform/context.ts'
import type { Queryable } from '../../../platform/db/db.ts'
import { checkDial, PointsInside } from '../../../platform/dial/dial-public.ts'
import { fail } from '../../../platform/errors.ts'
import { takeOne } from '../../../platform/limits/limits.ts'
import { randomToken, sha256 } from '../../../platform/secrets/crypto.ts'
import { writeAudit, type AuditActor } from '../../audit/audit.ts'
import { resellerSubject } from '../../resellers/add-reseller.ts'
import { reportInside } from '../../resellers/report-inside.ts'
import { GatewayTrouble, makeGatewayTime } from '../gateways/gateway.ts'
import { allowsLocal, gatewayOf } from '../gateways/open-gateway.ts'
import {
  addMerchant,
  checkKeys,
  checkWish,
  gatewayUrlOf,
  type CheckedMerchant,
  type MerchantWish,
  type OperatorCtx,
} from './add-merchant.ts'
import { replaceKeys, switchMerchant } from './change-merchant.ts'
import {
  openMerchant,
  type Merchant,
  type OpenMerchant,
  type WayRules,
  findMerchantsOf,
  updateMerchant,
} from './merchant.ts'

/** Limited because each try connects to an address that somebody typed. */
const TRIES = { name: 'merchant-try', points: 20, windowMs: 600_000 }

/** `isPlatform`: platform staff. Only they may name a gateway on this machine. */
type Asking = { actor: AuditActor; isPlatform: boolean }

/**
 * Adds an account of a reseller, or of the platform (reseller null). Stores it only if the gateway accepts its keys.
 */
export async function addOwnMerchant(
  ctx: OperatorCtx,
  wish: MerchantWish,
  { actor, isPlatform }: Asking,
): Promise<string> {
  const isGatewayLocal = isLocalAddress(gatewayUrlOf(wish))
  if (isGatewayLocal && !(isPlatform && allowsLocal(ctx.config))) await refuseInside(ctx, wish, actor)
  const checked = checkWish({ ...wish, isGatewayLocal })
  if (!isGatewayLocal && (await pointsInside(ctx, checked))) await refuseInside(ctx, wish, actor)
  await tryMerchant(ctx, unsaved(checked, ctx.now))
  return addMerchant(ctx, { ...wish, isGatewayLocal, testedAt: ctx.now }, actor)
}

export async function replaceOwnKeys(
  ctx: OperatorCtx,
  name: { resellerId: number | null; merchantId: string },
  keys: MerchantKeys,
  actor: AuditActor,
): Promise<void> {
  const merchant = await getOwn(ctx, name)
  await tryMerchant(ctx, { ...merchant, ...checkKeys(openMerchant(ctx, merchant), keys) })
  await inTx(ctx, async (tx) => {
    await replaceKeys({ ...ctx, db: tx.db }, merchant.id, keys, actor)
    await updateMerchant(tx.db, merchant.id, { testedAt: ctx.now })
  })
}

/** Tries the merchant before switching it on, so that users are never offered a gateway that does not answer. */
export async function switchOwnMerchant(
  ctx: OperatorCtx,
  name: { resellerId: number | null; merchantId: string },
  on: boolean,
  actor: AuditActor,
): Promise<void> {
  const merchant = await getOwn(ctx, name)
  if (on) await tryMerchant(ctx, openMerchant(ctx, merchant))
  await inTx(ctx, async (tx) => {
    await switchMerchant({ ...ctx, db: tx.db }, merchant.id, on, actor)
    if (on) await updateMerchant(tx.db, merchant.id, { testedAt: ctx.now })
  })
}

/** Takes the ids of all merchants, in the wanted order. */
export function orderOwnMerchants(
  ctx: OperatorCtx,
  { resellerId, merchantIds }: { resellerId: number | null; merchantIds: readonly string[] },
  actor: AuditActor,
): Promise<void> {
  return inTx(ctx, async (tx) => {
    const own = (await findOwnMerchants(tx, resellerId)).map(({ id }) => id)
    if ([...own].sort().join() !== [...merchantIds].sort().join()) fail('object.unknown')
    for (const [position, id] of merchantIds.entries()) await updateMerchant(tx.db, id, { position })
    const entry = {
      resellerId,
      actor,
      action: 'merchant.ordered',
      subject: resellerId === null ? null : resellerSubject(resellerId),
    }
    await writeAudit(
      tx.db,
      { ...entry, before: { order: own.join(' ') }, after: { order: merchantIds.join(' ') } },
      ctx.now,
    )
  })
}

type Ways = {
  resellerId: number | null
  merchantId: string
  ways: (WayTerms & { channel: PayChannel; name: string })[]
}

/** Payments under way keep the fee that their payers saw. */
export function setOwnWays(ctx: OperatorCtx, { ways, ...name }: Ways, actor: AuditActor): Promise<void> {
  return inTx(ctx, async (tx) => {
    const { id, resellerId, channels, wayRules } = await getOwn(tx, name)
    if (ways.some(({ channel }) => !channels.includes(channel)))
      fail('request.invalid', { fields: { ways: 'channel' } })
    const rules: WayRules = { ...wayRules }
    for (const { channel, ...rule } of ways) rules[channel] = { ...rule, name: rule.name.trim() }
    await updateMerchant(tx.db, id, { wayRules: JSON.stringify(rules) })
    const entry = { resellerId, actor, action: 'merchant.ways_set', subject: `merchant:${id}` }
    await writeAudit(tx.db, { ...entry, before: { ways: wordsOf(wayRules) }, after: { ways: wordsOf(rules) } }, ctx.now)
  })
}

/** `card: Visa, from 4.00, +0.50, +1.5 %`. */
function wordsOf(rules: WayRules): string {
  const said = Object.entries(rules).map(([channel, { name, minFen, feeFen, feePermille }]) =>
    [
      name === '' ? channel : `${channel}: ${name}`,
      `≥ ${formatFen(minFen)}`,
      `+${formatFen(feeFen)}`,
      `+${feePermille / 10} %`,
    ].join(', '),
  )
  return said.join('; ')
}

/** Leaves out the sandbox merchants, which nobody can change. */
export async function findOwnMerchants(ctx: { db: Queryable }, resellerId: number | null): Promise<Merchant[]> {
  return (await findMerchantsOf(ctx.db, resellerId)).filter(({ isSandbox }) => !isSandbox)
}

type Named = { resellerId: number | null; merchantId: string }

async function getOwn(ctx: OperatorCtx, { resellerId, merchantId }: Named): Promise<Merchant> {
  const own = await findOwnMerchants(ctx, resellerId)
  return own.find(({ id }) => id === merchantId) ?? fail('object.unknown')
}

/**
 * Asks for a made-up order number; the answer must be "not there". Alipay signs it; EPay gives it only to a valid key.
 */
async function tryMerchant(ctx: OperatorCtx, merchant: OpenMerchant): Promise<void> {
  await takeOne(ctx, TRIES, String(merchant.resellerId ?? 'platform'))
  const outTradeNo = `try${sha256(randomToken()).toString('hex').slice(0, 24)}`
  try {
    const gateway = gatewayOf(ctx, merchant, makeGatewayTime())
    const trade = { outTradeNo, gatewayRef: null, amountFen: 0, expiresAt: ctx.now }
    const isRight = gateway.accepts
      ? await gateway.accepts(outTradeNo)
      : (await gateway.loadTrade(trade)).state === 'absent'
    if (!isRight) fail('merchant.test_failed')
  } catch (error) {
    if (error instanceof GatewayTrouble) fail('merchant.test_failed')
    throw error
  }
}

/** Whether the address is ours or in a private network. Each later call checks again when it connects. */
async function pointsInside({ config }: OperatorCtx, { provider, gatewayUrl }: CheckedMerchant): Promise<boolean> {
  const fixed = providers[provider].gatewayUrl
  if (fixed !== null) return gatewayUrl === fixed ? false : refuseGateway()
  if (new URL(gatewayUrl).hostname === new URL(config.publicUrl).hostname) return true
  try {
    await checkDial(gatewayUrl)
    return false
  } catch (error) {
    return error instanceof PointsInside || refuseGateway()
  }
}

async function refuseInside(ctx: OperatorCtx, wish: MerchantWish, actor: AuditActor): Promise<never> {
  const { resellerId } = wish
  // Do not report platform staff: their typing error is no attack.
  if (resellerId !== null)
    await reportInside(ctx, { resellerId, actor, what: 'gateway', host: new URL(gatewayUrlOf(wish)).hostname })
  return refuseGateway()
}

function refuseGateway(): never {
  return fail('request.invalid', { fields: { gatewayUrl: 'a public https address' } })
}

function isLocalAddress(address: string): boolean {
  const { hostname = '' } = URL.parse(address) ?? {}
  return isLoopbackName(hostname) && (hostname === 'localhost' || isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0)
}

function unsaved(checked: CheckedMerchant, now: Date): OpenMerchant {
  const nowhere = {
    id: '0'.repeat(12),
    ownerKey: -1,
    sealedSecret: Buffer.alloc(0),
    pageUrl: null,
    notifyBaseUrl: null,
  }
  const state = { isSandbox: false, disabledAt: null, createdAt: now, position: 0 }
  return {
    ...nowhere,
    ...state,
    sellerId: null,
    alipayPublicKey: null,
    epayKeyPrefix: '',
    settings: {},
    wayRules: {},
    ...checked,
  }
}
