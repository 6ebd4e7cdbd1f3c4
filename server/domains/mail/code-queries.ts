import type { Db, Tx } from '../../platform/db.ts'

export type CodePurpose = 'bind' | 'reset' | 'unlock' | 'operator_reset'
type Subject = { resellerId: number; subject: Buffer }

type NewCode = Subject & {
  id: string
  accountId: number | null
  purpose: CodePurpose
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

/** Takes one guess from the newest code of each purpose and gives those that had one left. */
export function takeGuess(
  db: Db | Tx,
  { resellerId, subject }: Subject,
  purposes: readonly CodePurpose[],
  now: Date,
): Promise<TriedCode[]> {
  return db.query<TriedCode>({
    name: 'mail.take_guess',
    text: `update mail_codes c set guesses_left = guesses_left - 1
             from (select distinct on (purpose) id from mail_codes
                    where reseller_id = $1 and subject = $2 and purpose = any($3)
                    order by purpose, created_at desc, id) newest
            where c.id = newest.id and c.used_at is null and c.expires_at > $4 and c.guesses_left > 0
        returning c.id, c.account_id, c.purpose, c.email, c.code_hash`,
    values: [resellerId, subject, purposes, now],
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
