import type { InvitedPerson } from '../../../contract/invites.ts'
import { limits } from '../../../contract/limits.ts'
import type { Ctx } from '../../platform/context.ts'
import { maskName } from '../../platform/mask-name.ts'
import { readCursor, writeCursor } from '../../platform/page-cursor.ts'
import { findInvitedRows } from './queries.ts'

type InvitedPage = { items: InvitedPerson[]; next: string | null }

export async function findInvited(ctx: Ctx<'user'>, { cursor }: { cursor?: string }): Promise<InvitedPage> {
  const { owner } = ctx
  const rows = await findInvitedRows(ctx.db, owner, readCursor(cursor), limits.listPageSize + 1)
  const shown = rows.slice(0, limits.listPageSize)
  const last = rows.length > shown.length ? shown.at(-1) : undefined
  const items = shown.map(({ userName, createdAt, commissionFen }) => ({
    nameMasked: maskName(userName),
    joinedAt: createdAt.toISOString(),
    commissionFen,
  }))
  return { items, next: last ? writeCursor({ at: last.createdAt, id: last.id }) : null }
}
