import { lastFour, readCardCode, readOldCode } from '../../../contract/card-code.ts'
import type { RedeemedCard } from '../../../contract/cards.ts'
import type { Language } from '../../../contract/languages.ts'
import { limits } from '../../../contract/limits.ts'
import { inTx, type Ctx, type TxCtx, type Owner } from '../../platform/context.ts'
import { fail, Refusal } from '../../platform/errors.ts'
import { callerOf } from '../../platform/limits/client-address.ts'
import { countOne, loadCount, refuseTooMany, type Limit } from '../../platform/limits/limits.ts'
import { sha256 } from '../../platform/secrets/crypto.ts'
import { inLanguage } from '../../platform/text/by-language.ts'
import { refuseBlocked } from '../accounts/refuse-blocked.ts'
import { redeemLink } from '../gifts/links/redeem-link.ts'
import { post } from '../ledger/post.ts'
import { grantDays } from '../subscriptions/grant-days.ts'
import { grantPack, grantPackage } from '../subscriptions/grant-package.ts'
import { claimCard, loadCard, type CardRow } from './queries.ts'

/** Redeems a key once. Mistyped, unknown and other resellers' keys get the same answer and count as wrong. */
export async function redeemCard(ctx: Ctx<'user'>, input: { code: string }): Promise<RedeemedCard> {
  await refuseGuesser(ctx)
  const { owner } = ctx
  await refuseBlocked(ctx, owner)
  const code = readCardCode(input.code) ?? readOldCode(input.code)
  const redeemed = code === null ? null : await inTx(ctx, (tx) => redeemAny(tx, owner, code))
  if (redeemed) return redeemed
  await countWrongCard(ctx)
  return fail('card.unknown')
}

/** A card key, or the key of a gift link: the user types either. A refused one stays unused. */
async function redeemAny(
  ctx: TxCtx & { language: Language },
  owner: Owner,
  code: string,
): Promise<RedeemedCard | null> {
  try {
    const card = await redeem(ctx, owner, code)
    return card ? toAnswer(card, ctx.language) : await redeemLink(ctx, owner, code)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'order.wrong_action') fail('card.wrong_package')
    throw error
  }
}

function toAnswer(card: CardRow, language: Language): RedeemedCard {
  const { id, lastFour, redeemedAt } = card
  const worth = shownWorth(card, language)
  return { id: String(id), ...worth, lastFour: lastFour!, redeemedAt: redeemedAt!.toISOString() }
}

/** Returns null when this reseller has no such key. Locks in this order: card, account, subscription, ledger. */
export async function redeem(ctx: TxCtx, owner: Owner, code: string): Promise<CardRow | null> {
  const codeHash = sha256(code)
  const isMine = await claimCard(ctx.db, { ...owner, codeHash, lastFour: lastFour(code), now: ctx.now })
  const card = await loadCard(ctx.db, owner.resellerId, codeHash)
  if (!card) return null
  if (!isMine) return firstAnswer(card, owner)
  await giveCardWorth(ctx, owner, card)
  await payFromCards(ctx, owner, card)
  return card
}

/** A user who lost the answer asks again and gets the same result. */
function firstAnswer(card: CardRow, { accountId }: Owner): CardRow {
  if (card.state !== 'redeemed') fail('card.expired')
  return card.redeemedBy === accountId ? card : fail('card.used')
}

/** Posts the prepaid worth of the key to the user's balance, or to the platform for the service. */
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

/** Gives the part of a card that is not money. Refused beside another running package: the card stays unused. */
async function giveCardWorth(ctx: TxCtx, owner: Owner, card: CardRow): Promise<void> {
  const { packageId, period, trafficBytes, days, startsAtUse } = card
  const funds = { paid: { paidFen: 0, wholesaleFen: card.costFen }, by: { cardId: card.id } }
  if (card.kind === 'package')
    await grantPackage(ctx, owner, { packageId: packageId!, period: period!, startsAtUse }, funds)
  if (card.kind === 'traffic') await grantPack(ctx, owner, trafficBytes!, funds)
  if (card.kind === 'days') await grantDays(ctx, owner, { packageId: packageId!, days: days!, startsAtUse }, funds)
}

type Worth = Omit<RedeemedCard, 'id' | 'lastFour' | 'redeemedAt'>

/** Hides the name of the pack that priced a traffic card: only the reseller needs it. */
export function shownWorth(card: CardRow, language: Language): Worth {
  const { kind, amountFen, period, trafficBytes, days, startsAtUse } = card
  const packageName = kind === 'traffic' ? null : inLanguage(card.packageName, card.packageNames, language)
  return { kind, amountFen, packageName, period, trafficBytes, days, startsAtUse }
}

const windowMs = limits.wrongCardWindowMs
const BY_ACCOUNT: Limit = { name: 'card-account', points: limits.wrongCards, windowMs }
/** Far higher: one guesser must not block everybody behind the same address. */
const BY_ADDRESS: Limit = { name: 'card-address', points: limits.wrongCardsPerClient, windowMs }

type GuessCtx = Pick<Ctx<'user'>, 'db' | 'config' | 'resellerId' | 'actor' | 'client'>

/** Runs before the key is checked: a user with too many wrong keys is refused even with a right one. */
async function refuseGuesser(ctx: GuessCtx): Promise<void> {
  for (const [limit, key] of countsOf(ctx)) {
    const count = await loadCount(ctx, limit, key)
    if (count.isOver) refuseTooMany(count)
  }
}

/** Counts only wrong keys, so many right ones are no misuse. One try over the limit reveals nothing about the key. */
async function countWrongCard(ctx: GuessCtx): Promise<void> {
  const counts = []
  for (const [limit, key] of countsOf(ctx)) counts.push(await countOne(ctx, limit, key))
  const over = counts.find(({ isOver }) => isOver)
  if (over) refuseTooMany(over)
}

function countsOf({ resellerId, actor, client }: GuessCtx): [limit: Limit, key: string][] {
  return [
    [BY_ACCOUNT, `${resellerId}|${actor.accountId}`],
    [BY_ADDRESS, callerOf(client.address)],
  ]
}
