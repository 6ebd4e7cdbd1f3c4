import { randomUUID } from 'node:crypto'

import type { Config } from '../../config.ts'
import { sealPayout } from '../../domains/accounts/payout-account.ts'
import { clock } from '../../platform/clock.ts'
import type { Owner } from '../../platform/context.ts'
import type { Db } from '../../platform/db/db.ts'

type Account = { id: number; resellerId: number }
type Target = { db: Db; config: Config }

/** One row of every kind of personal data, with words to search for. */
export async function buildPersonalRows({ db, config }: Target, { id: accountId, resellerId }: Account): Promise<void> {
  const owner = { resellerId, accountId }
  const now = clock.now()
  const later = new Date(now.getTime() + 86_400_000)
  const { id: deviceFamilyId } = await db.kysely
    .insertInto('deviceFamilies')
    .values({ ...owner, userAgent: 'Personal browser', createdAt: now, seenAt: now, expiresAt: later })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.kysely
    .insertInto('deviceGenerations')
    .values({ familyId: deviceFamilyId, generation: 0, secretHash: Buffer.alloc(32, accountId), createdAt: now })
    .execute()
  await db.kysely
    .updateTable('sessions')
    .set({ userAgent: 'Personal browser', address: '203.0.113.77', deviceFamilyId })
    .where('accountId', '=', accountId)
    .execute()
  const passkey = { ...owner, id: `key-${accountId}`, publicKey: Buffer.alloc(1), name: 'My own phone', createdAt: now }
  await db.kysely.insertInto('passkeys').values(passkey).execute()
  const mail = { ...owner, toAddress: 'forget-me@example.com', template: 'new_login', language: 'en' as const }
  await db.kysely.insertInto('mails').values(mail).execute()
  await buildMoneyRows({ db, config }, owner, now)
  await db.kysely
    .insertInto('pauses')
    .values({ ...owner, startedAt: now, endedAt: now })
    .execute()
  await db.kysely
    .insertInto('subscriptions')
    .values({ ...owner, expiresAt: later })
    .execute()
  await db.kysely
    .insertInto('mailCodes')
    .values({
      ...owner,
      id: randomUUID(),
      subject: Buffer.alloc(1),
      purpose: 'bind',
      email: 'forget-me@example.com',
      codeHash: Buffer.alloc(32),
      guessesLeft: 5,
      createdAt: now,
      expiresAt: later,
    })
    .execute()
}

async function buildMoneyRows({ db, config }: Target, owner: Owner, now: Date): Promise<void> {
  const payoutId = randomUUID()
  await db.kysely
    .insertInto('withdrawals')
    .values({
      ...owner,
      id: payoutId,
      amountFen: 1000,
      method: 'alipay',
      sealedAccount: sealPayout(config, payoutId, { account: 'my-own-payout', name: 'My Own Name' }),
      state: 'rejected',
      reason: 'no such account',
      createdAt: now,
      settledAt: now,
    })
    .execute()
  const detail = JSON.stringify({ name: 'Personal agency', contact: 'my-own-contact' })
  await db.kysely
    .insertInto('orders')
    .values({
      ...owner,
      action: 'agency',
      state: 'expired',
      listFen: 1000,
      totalFen: 1000,
      wholesaleFen: 1000,
      detail,
      createdAt: now,
      expiresAt: now,
    })
    .execute()
}
