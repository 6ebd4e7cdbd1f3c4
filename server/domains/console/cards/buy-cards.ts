import type { Static } from 'typebox'

import { showCardCode } from '../../../../contract/card-code.ts'
import type { consoleApi } from '../../../../contract/console/api.ts'
import { DAY_MS } from '../../../../contract/durations.ts'
import { inTx, may, type StaffCtx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import type { AnswerOf } from '../../../platform/http/answer.ts'
import { inLanguage } from '../../../platform/text/by-language.ts'
import { staffActor } from '../../audit/audit.ts'
import { proveSpending } from '../../bulk/prove-spending.ts'
import { buyCardBatch } from '../../cards/buy-card-batch.ts'
import { priceCards } from '../../cards/price-batch.ts'
import { showUnsavedKeys } from '../../cards/unsaved-keys.ts'
import { findPrices } from '../../catalogue/prices/set-retail.ts'
import { loadBalanceFen } from '../../ledger/load-balance.ts'
import { resellerLinks } from '../../resellers/reseller-by-host.ts'

type Cards = typeof consoleApi.cards
type Wanted = Static<Cards['quote']['input']> & { startsAtUse?: boolean }
type Choice = Static<Cards['choices']['output']>['packages'][number]

/** A key can give only what the reseller may sell and has offered. */
export async function findChoices(ctx: StaffCtx): Promise<AnswerOf<Cards['choices']>> {
  const packages = new Map<number, Choice>()
  for (const row of await findPrices(ctx, ctx.resellerId)) {
    const { packageId, kind, trafficBytes, sells, period } = row
    if (!sells) continue
    const name = inLanguage(row.packageName, row.packageNames, ctx.language)
    const choice = packages.get(packageId) ?? { packageId: String(packageId), name, kind, trafficBytes, periods: [] }
    packages.set(packageId, { ...choice, periods: [...choice.periods, period] })
  }
  const { resellerId } = ctx
  return {
    packages: [...packages.values()],
    balanceFen: may(ctx, 'money.read') ? await loadBalanceFen(ctx, { kind: 'reseller', resellerId }) : null,
  }
}

export async function quoteCards(ctx: StaffCtx, wanted: Wanted): Promise<AnswerOf<Cards['quote']>> {
  if (!may(ctx, 'prices.read')) fail('staff.forbidden')
  return priceCards(ctx, purchaseOf(ctx, wanted))
}

/** Staff who may not see a price cannot agree to it. Nothing is bought at a price other than the one shown. */
export async function buyCards(
  ctx: StaffCtx,
  { expiresDays, totalFen, key, priceFen, ...wanted }: Static<Cards['buy']['input']>,
): Promise<AnswerOf<Cards['buy']>> {
  if (!may(ctx, 'prices.read')) fail('staff.forbidden')
  const expiresAt = expiresDays === undefined ? null : new Date(ctx.now.getTime() + expiresDays * DAY_MS)
  const purchase = {
    ...purchaseOf(ctx, wanted),
    expiresAt,
    key,
    agreedFen: totalFen,
    ...(priceFen === undefined ? {} : { priceFen }),
  }
  const bought = await inTx(ctx, async (tx) => {
    const batch = await buyCardBatch(tx, purchase, staffActor(ctx))
    if (!batch.isRepeated) await proveSpending(tx, 'reseller', batch.totalFen)
    return batch
  })
  return { ...bought, codes: bought.codes.map(showCardCode) }
}

/** What the buyer needs to save, hand out or print: the keys, what each gives and where to redeem it. */
export async function showKeys(
  ctx: StaffCtx,
  { batchId }: Static<Cards['showKeys']['input']>,
): Promise<AnswerOf<Cards['showKeys']>> {
  const { resellerId } = ctx
  const { id, packageNames, eraseAt, codes, ...batch } = await showUnsavedKeys(
    ctx,
    { resellerId, batchId },
    staffActor(ctx),
  )
  const linkTo = await resellerLinks(ctx, resellerId)
  return {
    ...batch,
    batchId: id,
    packageName: inLanguage(batch.packageName, packageNames, ctx.language),
    codes: codes.map(showCardCode),
    keysUntil: eraseAt,
    redeemUrl: linkTo('/user/kmList'),
  }
}

function purchaseOf(ctx: StaffCtx, { kind, packageId, value, count, startsAtUse = false }: Wanted) {
  return {
    resellerId: ctx.resellerId,
    kind,
    packageId: packageId === undefined ? null : Number(packageId),
    value,
    count,
    startsAtUse,
  }
}
