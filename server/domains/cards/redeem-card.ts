import type { RedeemedCard } from '../../../contract/cards.ts'
import { lastFour, readCardCode } from '../../../contract/card-code.ts'
import { inTx, type Ctx, type TxCtx, type Owner } from '../../platform/context.ts'
import { sha256 } from '../../platform/crypto.ts'
import { fail } from '../../platform/errors.ts'
import { refuseBlocked } from '../accounts/refuse-blocked.ts'
import { post } from '../ledger/post.ts'
import { giveCardWorth } from './give-card-worth.ts'
import { claimCard, loadCard, type CardRow } from './queries.ts'
import { shownWorth } from './shown-worth.ts'
import { countWrongCard, refuseGuesser } from './wrong-cards.ts'

/** One key, once. A mistyped, an unknown and another reseller's key get one answer, and count as wrong. */
export async function redeemCard(ctx: Ctx<'user'>, input: { code: string }): Promise<RedeemedCard> {
  await refuseGuesser(ctx)
  const { owner } = ctx
  await refuseBlocked(ctx, owner)
  const code = readCardCode(input.code)
  const card = code === null ? null : await inTx(ctx, (tx) => redeem(tx, owner, code))
  if (!card) {
    await countWrongCard(ctx)
    return fail('card.unknown')
  }
  const { id, lastFour, redeemedAt } = card
  return {
    id: String(id),
    ...shownWorth(card, ctx.language),
    lastFour: lastFour!,
    redeemedAt: redeemedAt!.toISOString(),
  }
}

/** Null for a key that this reseller has not. Locks: card, account, subscription, ledger. */
async function redeem(ctx: TxCtx, owner: Owner, code: string): Promise<CardRow | null> {
  const codeHash = sha256(code)
  const isMine = await claimCard(ctx.db, { ...owner, codeHash, lastFour: lastFour(code), now: ctx.now })
  const card = await loadCard(ctx.db, owner.resellerId, codeHash)
  if (!card) return null
  if (!isMine) return firstAnswer(card, owner)
  await giveCardWorth(ctx, owner, card)
  await payFromCards(ctx, owner, card)
  return card
}

/** A user whose answer was lost asks again and sees what it got. */
function firstAnswer(card: CardRow, { accountId }: Owner): CardRow {
  if (card.state !== 'redeemed') fail('card.expired')
  return card.redeemedBy === accountId ? card : fail('card.used')
}

/** The reseller has paid for the key: its worth goes to the user's balance, or to the platform for the service. */
async function payFromCards(ctx: TxCtx, { resellerId, accountId }: Owner, card: CardRow): Promise<void> {
  const { id, kind, costFen: amountFen, lastFour } = card
  await post(ctx, {
    key: `card:${id}:redeem`,
    kind: 'card_redeem',
    resellerId,
    legs: [
      { kind: 'cards', resellerId, amountFen: -amountFen },
      kind === 'balance'
        ? { kind: 'user', resellerId, accountId, amountFen }
        : { kind: 'platform', resellerId: null, amountFen },
    ],
    memo: { cardId: id, about: lastFour! },
  })
}
