import { inTx } from '../../../platform/context.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { StartError } from '../../../platform/start-error.ts'
import { endImportedCards, findRedeemed, freeImportedCodes } from '../../cards/import-cards.ts'
import type { KeyedGift, SourceGift } from '../neutral.ts'
import { inBatches, keepHere, markOf, type ImportCtx, type Work } from './context.ts'
import { findThings, forgetThings, lockImport, saveThings, type Thing } from './queries.ts'

/** As many keys as a batch of ours has. */
export const KEYS_AT_ONCE = 1000
const cardOf = ({ ourKey }: Thing) => Number(ourKey)

export async function refuseUndone({ db }: { db: Tx }, work: Work): Promise<void> {
  if (!(await lockImport(db, work))) throw new StartError('This import was undone meanwhile.', 'undone')
}

/** Of what makes a key another one; how often a code was used makes it none. */
export function giftMark(ctx: ImportCtx, { code, startsAt, endsAt, usesLeft, worth }: SourceGift): string {
  return markOf(ctx, ['gift', code, startsAt, endsAt, usesLeft > 1, worth])
}

/**
 * Ends the keys whose codes were used, switched off or deleted at the old panel since. Those whose codes give something
 * else by now, or are good again, end and are forgotten, so that they come as new ones. Answers the codes that are here.
 */
export async function followGifts(ctx: ImportCtx, work: Work, gifts: readonly KeyedGift[]): Promise<Set<string>> {
  const live = new Map(gifts.filter(({ usesLeft }) => usesLeft > 0).map((gift) => [gift.key, gift]))
  const known = await findThings(ctx.db, work, 'card')
  await endUsed(
    ctx,
    work,
    known.filter(({ oldKey }) => !live.has(oldKey)),
  )
  const there = known.filter(({ oldKey }) => live.has(oldKey))
  const isChanged = ({ oldKey, marks: { gift } }: Thing) =>
    gift !== undefined && gift !== giftMark(ctx, live.get(oldKey)!)
  const isBack = ({ marks }: Thing) => marks['gone'] === 'yes'
  await bringBack(ctx, work, there.filter(isBack))
  await endChanged(
    ctx,
    work,
    there.filter((thing) => isChanged(thing) && !isBack(thing)),
  )
  return new Set((await findThings(ctx.db, work, 'card')).map(({ oldKey }) => oldKey))
}

/** A code that was used in both places gave twice: for a person. */
async function endUsed(ctx: ImportCtx, work: Work, gone: readonly Thing[]): Promise<void> {
  if (gone.length === 0) return
  const { resellerId, importId } = work
  work.brought.giftsTwice = (await findRedeemed(ctx.db, resellerId, gone.map(cardOf))).length
  for (const batch of inBatches(gone, KEYS_AT_ONCE)) {
    await inTx(ctx, async (tx) => {
      await refuseUndone(tx, work)
      const key = `import:${importId}:cards_used`
      const ended = new Set(
        await endImportedCards(tx, { resellerId, cardIds: batch.map(cardOf), key, isUndone: false }),
      )
      const things = batch.filter((thing) => ended.has(cardOf(thing)))
      const marked = things.map((thing) => ({ ...thing, marks: { ...thing.marks, gone: 'yes' } }))
      await saveThings(tx.db, work, 'card', marked)
      work.brought.giftsEnded += ended.size
    })
  }
}

async function bringBack(ctx: ImportCtx, work: Work, back: readonly Thing[]): Promise<void> {
  for (const batch of inBatches(back, KEYS_AT_ONCE)) {
    await inTx(ctx, async (tx) => {
      await refuseUndone(tx, work)
      await freeImportedCodes(tx.db, work.resellerId, batch.map(cardOf))
      await forgetThings(
        tx.db,
        work,
        'card',
        batch.map(({ oldKey }) => oldKey),
      )
    })
  }
}

/** What was redeemed or voided here stays as it is. */
async function endChanged(ctx: ImportCtx, work: Work, changed: readonly Thing[]): Promise<void> {
  const { resellerId, importId } = work
  for (const batch of inBatches(changed, KEYS_AT_ONCE)) {
    await inTx(ctx, async (tx) => {
      await refuseUndone(tx, work)
      const key = `import:${importId}:cards_changed`
      const ended = new Set(await endImportedCards(tx, { resellerId, cardIds: batch.map(cardOf), key, isUndone: true }))
      const oldKeys = batch.filter((thing) => ended.has(cardOf(thing))).map(({ oldKey }) => oldKey)
      await forgetThings(tx.db, work, 'card', oldKeys)
      work.brought.giftsChanged += ended.size
      for (const thing of batch) {
        if (!ended.has(cardOf(thing)))
          keepHere(work, `gift code ${thing.oldKey}: changed there, and used or voided here`)
      }
    })
  }
}
