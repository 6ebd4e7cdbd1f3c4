import type { TxCtx, Owner } from '../../platform/context.ts'
import { fail, Refusal } from '../../platform/errors.ts'
import { grantDays } from '../packages/grant-days.ts'
import { grantPack, grantPackage } from '../packages/grant-package.ts'
import type { CardRow } from './queries.ts'

/** The part of a card that is not money. Refused beside another running package: then the card stays unused. */
export async function giveCardWorth(ctx: TxCtx, owner: Owner, card: CardRow): Promise<void> {
  const { packageId, period, trafficBytes, days } = card
  try {
    if (card.kind === 'package') await grantPackage(ctx, owner, { packageId: packageId!, period: period! })
    if (card.kind === 'traffic') await grantPack(ctx, owner, trafficBytes!)
    if (card.kind === 'days') await grantDays(ctx, owner, { packageId: packageId!, days: days! })
  } catch (error) {
    if (error instanceof Refusal && error.code === 'order.wrong_action') fail('card.wrong_package')
    throw error
  }
}
