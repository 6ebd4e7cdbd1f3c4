import { randomBytes } from 'node:crypto'

import type { Db } from '../../platform/db/db.ts'

type Paying = {
  resellerId: number
  accountId: number
  /** Null: a top-up. */
  orderId: string | null
  amountFen: number
  balanceFen?: number
  purpose?: 'user' | 'package' | 'agency'
  merchantId: string
  isOwnMerchant: boolean
}

/** A payment as `pay` leaves it, for tests that ask no gateway. */
export function buildPaymentRow(db: Db, { isOwnMerchant, ...paying }: Paying, now: Date) {
  return db.kysely
    .insertInto('payments')
    .values({
      purpose: paying.orderId ? 'package' : 'user',
      ...paying,
      outTradeNo: `G${randomBytes(12).toString('hex')}`,
      merchantOwnerKey: isOwnMerchant ? paying.resellerId : -1,
      channel: 'alipay',
      keyHash: randomBytes(32),
      askedHash: randomBytes(32),
      createdAt: now,
      expiresAt: new Date(now.getTime() + 1_800_000),
    })
    .returning(['id', 'outTradeNo'])
    .executeTakeFirstOrThrow()
}
