import { inTx } from '../../../platform/context.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { StartError } from '../../../platform/start-error.ts'
import { findKept } from '../../accounts/import-accounts.ts'
import { openBalances, type Opening } from '../../ledger/open-balances.ts'
import type { Money } from '../neutral.ts'
import { inBatches, type ImportCtx, type Work } from './context.ts'
import { findThings, lockImport, saveStage, saveThings, type Thing } from './queries.ts'

const BATCH = 250

type Wanted = { thing: Thing; turn: number; balanceFen: number; commissionFen: number }

/**
 * Balances and commission, as far as they differ from what was booked for this import before. The key of an entry has
 * the user's old number and its turn, so that no run books anything twice. Some hundred users are a transaction: every
 * entry changes the one row of the reseller's liability, and within a transaction each change finds it more slowly than
 * the one before (5,000 users at once took a minute).
 */
export async function bringMoney(ctx: ImportCtx, work: Work): Promise<void> {
  const things = await findThings(ctx.db, work, 'user')
  const kept = await findKept(
    ctx.db,
    work.resellerId,
    things.map(({ ourKey }) => Number(ourKey)),
  )
  const wanted = things.flatMap((thing): Wanted[] => {
    const user = work.rows.users.get(Number(thing.oldKey))
    if (!user || !kept.has(Number(thing.ourKey))) return []
    const [balanceFen, commissionFen] = [bookedFen(user.balance), bookedFen(user.commission)]
    const isSame = balanceFen === thing.balanceFen && commissionFen === thing.commissionFen
    return isSame ? [] : [{ thing, turn: thing.turn + 1, balanceFen, commissionFen }]
  })
  let done = 0
  ctx.onProgress?.({ stage: 'money', done, of: wanted.length })
  for (const batch of inBatches(wanted, BATCH)) {
    done += batch.length
    await inTx(ctx, async (tx) => {
      if (!(await lockImport(tx.db, work))) throw new StartError('This import was undone meanwhile.', 'undone')
      await bookSome(tx, work, batch)
      await saveStage(tx.db, work, 'money', done)
      ctx.onProgress?.({ stage: 'money', done, of: wanted.length })
    })
  }
  const booked = await findThings(ctx.db, work, 'user')
  work.brought.balanceFen = booked.reduce((sum, { balanceFen }) => sum + balanceFen, 0)
  work.brought.commissionFen = booked.reduce((sum, { commissionFen }) => sum + commissionFen, 0)
}

/** Nothing is booked for what is below zero, or is no money. */
export function bookedFen({ fen, isOdd }: Money): number {
  return isOdd || fen < 0n ? 0 : Number(fen)
}

const keyOf = ({ importId }: Work, what: 'balance' | 'commission', { thing, turn }: Wanted) =>
  `import:${importId}:${what}:${thing.oldKey}:${turn}`

async function bookSome(ctx: ImportCtx & { db: Tx }, work: Work, batch: readonly Wanted[]): Promise<void> {
  const openings = batch.flatMap((one): Opening[] => {
    const { thing, balanceFen, commissionFen } = one
    const accountId = Number(thing.ourKey)
    const both: Opening[] = [
      { key: keyOf(work, 'balance', one), accountId, kind: 'user', amountFen: balanceFen - thing.balanceFen },
      {
        key: keyOf(work, 'commission', one),
        accountId,
        kind: 'commission',
        amountFen: commissionFen - thing.commissionFen,
      },
    ]
    return both.filter(({ amountFen }) => amountFen !== 0)
  })
  const refused = new Set(await openBalances(ctx, work.resellerId, openings))
  const things = batch.map((one) => ({
    ...one.thing,
    turn: one.turn,
    balanceFen: refused.has(keyOf(work, 'balance', one)) ? one.thing.balanceFen : one.balanceFen,
    commissionFen: refused.has(keyOf(work, 'commission', one)) ? one.thing.commissionFen : one.commissionFen,
  }))
  await saveThings(ctx.db, work, 'user', things)
  work.brought.entries += openings.length - refused.size
  work.brought.entriesRefused += refused.size
}
