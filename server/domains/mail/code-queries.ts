import type { Db, Tx } from '../../platform/db/db.ts'
import type { CodeLane } from './code-lane.ts'

export type CodePurpose = 'bind' | 'reset' | 'unlock' | 'operator_reset' | 'staff_invite' | 'staff_email'

type Subject = { resellerId: number; subject: Buffer }

type NewCode = Subject & {
  id: string
  accountId: number | null
  purpose: CodePurpose
  lane: CodeLane
  email: string
  codeHash: Buffer
  sealedCode: Buffer | null
  guessesLeft: number
  createdAt: Date
  expiresAt: Date
}

export async function insertCode(db: Db | Tx, code: NewCode): Promise<void> {
  await db.kysely.insertInto('mailCodes').values(code).execute()
}

export type TriedCode = {
  id: string
  accountId: number | null
  purpose: CodePurpose
  email: string
  codeHash: Buffer
}

export type Guesser = { purposes: readonly CodePurpose[]; lanes: readonly CodeLane[]; caller: Buffer }

/** Spends one of the caller's guesses at the newest code of each purpose and lane. Returns codes that had one left. */
export function takeGuess(
  db: Db | Tx,
  { resellerId, subject }: Subject,
  { purposes, lanes, caller }: Guesser,
  { now, most }: { now: Date; most: number },
): Promise<TriedCode[]> {
  return db.query<TriedCode>({
    name: 'mail.take_guess',
    text: `with newest as (
             select distinct on (purpose, lane) id, used_at, expires_at, guesses_left from mail_codes
              where reseller_id = $1 and subject = $2 and purpose = any($3) and lane = any($4)
              order by purpose, lane, created_at desc, id),
           spent as (
             insert into mail_code_guesses as own (code_id, caller, guesses)
             select id, $5, 1 from newest where used_at is null and expires_at > $6 and guesses_left > 0 order by id
             on conflict (code_id, caller) do update set guesses = own.guesses + 1 where own.guesses < $7
             returning code_id)
           update mail_codes c set guesses_left = guesses_left - 1 from spent
            where c.id = spent.code_id and c.used_at is null and c.guesses_left > 0
        returning c.id, c.account_id, c.purpose, c.email, c.code_hash`,
    values: [resellerId, subject, purposes, lanes, caller, now, most],
  })
}

export async function markUsed(db: Db | Tx, id: string, now: Date): Promise<boolean> {
  const rows = await db.query({
    name: 'mail.use_code',
    text: 'update mail_codes set used_at = $2 where id = $1 and used_at is null returning id',
    values: [id, now],
  })
  return rows.length === 1
}

export async function markAllUsed(db: Db | Tx, { resellerId, subject }: Subject, now: Date): Promise<void> {
  await db.query({
    name: 'mail.void_codes',
    text: `update mail_codes set used_at = $3, sealed_code = null where reseller_id = $1 and subject = $2 and used_at is null`,
    values: [resellerId, subject, now],
  })
}
