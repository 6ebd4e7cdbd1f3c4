import { inTransaction, type Db, type Tx } from '../../platform/db/db.ts'
import { bookChecks } from './book-checks.ts'
import {
  countTransactions,
  dropMark,
  loadSight,
  loadTimeBefore,
  moveMark,
  setMark,
  type Mark,
  type Sight,
} from './book-mark.ts'
import { findProblems } from './check-books.ts'
import { newBookChecks } from './new-book-checks.ts'

/** `transactions`: the number of all transactions, checked now or before. */
export type Checked = { problems: string[]; transactions: number; isWhole: boolean }

/**
 * Checks what was posted since the last clean check, and moves the mark if it is clean. Checks the whole ledger without
 * a reliable mark and after any fault: a fault is reported until a whole check no longer finds it.
 */
export function checkFromMark(db: Db): Promise<Checked> {
  return check(db, false)
}

/** Checks the whole ledger, including what was checked before. */
export function checkWhole(db: Db): Promise<Checked> {
  return check(db, true)
}

async function check(db: Db, isAsked: boolean): Promise<Checked> {
  const looked = await inTransaction(db, async (tx) => {
    // Let every statement see the snapshot of the first.
    await tx.query({ name: 'ledger.one_sight', text: 'set transaction isolation level repeatable read' })
    const sight = await loadSight(tx)
    const from = isAsked ? null : (sight.mark?.checkedUntil ?? null)
    const checks = from === null ? bookChecks : newBookChecks({ id: from, at: await loadTimeBefore(tx, from) })
    const problems = await findProblems(tx, checks)
    return { sight, isWhole: from === null, problems, ...(await countSeen(tx, sight)) }
  })
  const { sight, next, isWhole, problems, transactions } = looked
  if (problems.length > 0) await dropMark(db)
  else if (isWhole) await setMark(db, next)
  else await moveMark(db, sight.mark!, next)
  return { problems, transactions, isWhole }
}

/**
 * Computes the mark to set if all is clean. What the last check saw is complete once its running transactions ended.
 */
async function countSeen(
  tx: Tx,
  { mark, isComplete, lastId, xid }: Sight,
): Promise<{ transactions: number; next: Mark }> {
  const before = mark?.checkedCount ?? 0
  const checkedUntil = mark?.checkedUntil ?? 0
  const transactions = before + (await countTransactions(tx, checkedUntil, lastId))
  if (!mark) return { transactions, next: { checkedUntil: null, checkedCount: 0, seenUntil: lastId, seenXid: xid } }
  if (!isComplete) return { transactions, next: mark }
  const checkedCount = before + (await countTransactions(tx, checkedUntil, mark.seenUntil))
  return { transactions, next: { checkedUntil: mark.seenUntil, checkedCount, seenUntil: lastId, seenXid: xid } }
}
