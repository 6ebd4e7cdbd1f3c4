import { inTx, type Ctx, type Owner } from '../../platform/context.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { fail } from '../../platform/errors.ts'
import { accountSubject, writeAudit, type AuditActor } from '../audit/audit.ts'
import { codeOf, loadBalance } from './load-balance.ts'
import { alertUnclaimed, post, type Leg } from './post.ts'

/** Moves balances of deleted accounts to `unclaimed`, from where a person can give them back. */
export async function sweepStrays(ctx: Pick<Ctx, 'db' | 'now'>): Promise<void> {
  for (const { resellerId, accountId, kind, balanceFen, lastId } of await findStrays(ctx.db)) {
    await inTx(ctx, async (tx) => {
      await post(tx, {
        key: `account:${accountId}:unclaimed:${lastId}`,
        kind: 'unclaimed',
        resellerId,
        legs: [
          { kind, resellerId, accountId, amountFen: -balanceFen },
          { kind: 'unclaimed', resellerId, accountId, amountFen: balanceFen },
        ],
      })
      await alertUnclaimed(tx, { resellerId, kind: 'unclaimed' }, accountId)
    })
  }
}

type PayOut = {
  resellerId: number
  accountId: number
  amountFen: number
  /** Who paid the money back: the platform from its bank, or the reseller whose own merchant had taken it. */
  by: 'platform' | 'reseller'
  reason: string
  key: string
}

export function findUnclaimed(ctx: Pick<Ctx, 'db'>, resellerId: number | null): Promise<Unclaimed[]> {
  return findUnclaimedRows(ctx.db, resellerId)
}

/**
 * Books money that was paid back by hand to the owner of a deleted account. If it came by a payment, better refund the
 * payment to its source.
 */
export function payOutUnclaimed(
  ctx: Pick<Ctx, 'db' | 'now'>,
  { resellerId, accountId, amountFen, by, reason, key }: PayOut,
  actor: AuditActor,
): Promise<{ leftFen: number; isRepeated: boolean }> {
  const fields: Record<string, string> = {}
  if (amountFen < 1) fields['fen'] = 'at least 1'
  if (reason.trim() === '' || reason.length > 100) fields['reason'] = '1 to 100 characters'
  if (!/^[\w.:-]{8,100}$/.test(key)) fields['key'] = '8 to 100 letters and digits'
  if (Object.keys(fields).length > 0) fail('request.invalid', { fields })
  const owner = { kind: 'unclaimed', resellerId, accountId } as const
  const to: Leg =
    by === 'platform'
      ? { kind: 'outside', resellerId: null, amountFen }
      : { kind: 'liability', resellerId, amountFen, upToOwed: true }
  return inTx(ctx, async (tx) => {
    const { repeated } = await post(tx, {
      key: `unclaimed:${resellerId}:${key}`,
      kind: 'unclaimed_paid',
      resellerId,
      legs: [{ ...owner, amountFen: -amountFen }, to],
      memo: { about: reason.trim() },
    })
    if (!repeated) {
      const detail = { amountFen, by, reasonCharacters: [...reason.trim()].length }
      const entry = { resellerId, actor, action: 'unclaimed.paid_out', subject: accountSubject(accountId), detail }
      await writeAudit(tx.db, entry, ctx.now)
    }
    return { leftFen: (await loadBalance(tx.db, codeOf(owner))) ?? 0, isRepeated: repeated }
  })
}

type Unclaimed = Owner & { balanceFen: number; lastKind: string; lastAt: Date }

/** Finds money to give back, oldest account first. */
function findUnclaimedRows(db: Queryable, resellerId: number | null): Promise<Unclaimed[]> {
  return db.query<Unclaimed>({
    name: 'ledger.unclaimed',
    text: `select l.reseller_id, l.account_id, l.balance_fen, t.kind as last_kind, t.created_at as last_at
      from ledger_accounts l cross join lateral (
        select t.kind, t.created_at from ledger_postings p join ledger_transactions t on t.id = p.transaction_id
        where p.ledger_account_id = l.id order by p.transaction_id desc limit 1
      ) t
      where l.kind = 'unclaimed' and l.balance_fen > 0 and ($1::integer is null or l.reseller_id = $1)
      order by l.reseller_id, l.account_id`,
    values: [resellerId],
  })
}

type Stray = Owner & { kind: 'user' | 'commission'; balanceFen: number; lastId: number }

/** Finds balances of deleted accounts: a payment came at the moment of the deletion, or before this rule existed. */
function findStrays(db: Queryable): Promise<Stray[]> {
  return db.query<Stray>({
    name: 'ledger.strays',
    text: `select l.reseller_id, l.account_id, l.kind, l.balance_fen,
        (select max(p.transaction_id) from ledger_postings p where p.ledger_account_id = l.id) as last_id
      from accounts a join ledger_accounts l on l.reseller_id = a.reseller_id and l.account_id = a.id
      where a.deleted_at is not null and l.kind in ('user', 'commission') and l.balance_fen > 0`,
  })
}
