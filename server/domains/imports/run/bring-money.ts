import { inTx } from '../../../platform/context.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { StartError } from '../../../platform/start-error.ts'
import { findKept } from '../../accounts/import-accounts.ts'
import { loadBalanceFen } from '../../ledger/load-balance.ts'
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

type Side = 'balance' | 'commission'
/** What one of a user's two sums changes by. `bookedFen`: how much of that is in the books by now. */
type Change = { one: Wanted; side: Side; amountFen: number; bookedFen: number }

/**
 * What is less there by now is taken back first, as far as the user still has it. For what is missing of that, nothing is
 * added to the user's other sum: who moved commission to the balance, there and here, has it once.
 */
async function bookSome(ctx: ImportCtx & { db: Tx }, work: Work, batch: readonly Wanted[]): Promise<void> {
  const changes = batch.flatMap((one) => changesOf(one))
  const less = changes.filter(({ amountFen }) => amountFen < 0)
  await book(ctx, work, less)
  const short = less.filter(({ amountFen, bookedFen }) => bookedFen !== amountFen)
  await takeWhatThereIs(ctx, work, short)
  const missingOf = (one: Wanted) =>
    short.reduce((sum, { one: of, amountFen, bookedFen }) => sum + (of === one ? bookedFen - amountFen : 0), 0)
  const more = changes.filter(({ amountFen }) => amountFen > 0)
  for (const change of more) change.amountFen = Math.max(0, change.amountFen - missingOf(change.one))
  await book(ctx, work, more)
  const bookedOf = (one: Wanted, side: Side) =>
    changes.reduce((sum, change) => sum + (change.one === one && change.side === side ? change.bookedFen : 0), 0)
  const things = batch.map((one) => ({
    ...one.thing,
    turn: one.turn,
    balanceFen: one.thing.balanceFen + bookedOf(one, 'balance'),
    commissionFen: one.thing.commissionFen + bookedOf(one, 'commission'),
  }))
  await saveThings(ctx.db, work, 'user', things)
  work.brought.entries += changes.filter(({ bookedFen }) => bookedFen !== 0).length
  work.brought.entriesRefused += short.length
}

function changesOf(one: Wanted): Change[] {
  const { thing, balanceFen, commissionFen } = one
  const both: Change[] = [
    { one, side: 'balance', amountFen: balanceFen - thing.balanceFen, bookedFen: 0 },
    { one, side: 'commission', amountFen: commissionFen - thing.commissionFen, bookedFen: 0 },
  ]
  return both.filter(({ amountFen }) => amountFen !== 0)
}

/** Each whole or not at all. `tail` ends the keys. */
async function book(ctx: ImportCtx & { db: Tx }, work: Work, changes: readonly Change[], tail = ''): Promise<void> {
  if (changes.length === 0) return
  const openings = changes.map(({ one, side, amountFen }): Opening => {
    const key = `import:${work.importId}:${side}:${one.thing.oldKey}:${one.turn}${tail}`
    return { key, ...ownerOf(one, side), amountFen }
  })
  const refused = new Set(
    await openBalances(
      ctx,
      work.resellerId,
      openings.filter(({ amountFen }) => amountFen !== 0),
    ),
  )
  for (const [at, change] of changes.entries()) {
    if (!refused.has(openings[at]!.key)) change.bookedFen = change.amountFen
  }
}

async function takeWhatThereIs(ctx: ImportCtx & { db: Tx }, work: Work, short: readonly Change[]): Promise<void> {
  for (const change of short) {
    const owner = { resellerId: work.resellerId, ...ownerOf(change.one, change.side) }
    const part = { ...change, amountFen: -(await loadBalanceFen(ctx, owner)) }
    await book(ctx, work, [part], ':part')
    change.bookedFen = part.bookedFen
  }
}

const ownerOf = ({ thing }: Wanted, side: Side) => ({
  accountId: Number(thing.ourKey),
  kind: side === 'balance' ? ('user' as const) : ('commission' as const),
})
