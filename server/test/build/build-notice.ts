import { clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'

type Overrides = {
  resellerId?: number | null
  title?: string
  body?: string
  isPinned?: boolean
  publishedAt?: Date
  expiresAt?: Date
  withdrawnAt?: Date
}

/** A notice to the users of reseller 0, published now. */
export async function buildNotice(db: Db, overrides: Overrides = {}): Promise<{ id: string }> {
  const values = { resellerId: 0, title: '维护', body: '今晚两点升级。', publishedAt: clock.now(), ...overrides }
  const { id } = await db.kysely.insertInto('notices').values(values).returning('id').executeTakeFirstOrThrow()
  return { id: String(id) }
}
