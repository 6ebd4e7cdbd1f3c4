import type { InvitedPerson } from '../../../contract/invites.ts'
import type { Ctx } from '../../platform/context.ts'
import { maskName } from '../../../contract/mask.ts'
import { pagesBy } from '../../platform/page-cursor.ts'
import { findInvitedRows } from './queries.ts'

const pages = pagesBy({ at: 'time', id: 'id' })

type InvitedPage = { items: InvitedPerson[]; next: string | null }

export async function findInvited(ctx: Ctx<'user'>, { cursor }: { cursor?: string }): Promise<InvitedPage> {
  const { owner } = ctx
  const rows = await findInvitedRows(ctx.db, owner, pages.after(cursor), pages.limit)
  const { shown, next } = pages.page(rows, (row) => ({ at: row.createdAt, id: row.id }))
  const items = shown.map(({ userName, createdAt, commissionFen }) => ({
    nameMasked: maskName(userName),
    joinedAt: createdAt.toISOString(),
    commissionFen,
  }))
  return { items, next }
}
