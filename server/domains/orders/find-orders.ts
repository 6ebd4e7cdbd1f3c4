import type { Order } from '../../../contract/orders.ts'
import { limits } from '../../../contract/limits.ts'
import type { Language } from '../../../contract/languages.ts'
import { inLanguage } from '../../platform/by-language.ts'
import type { Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { findOwnOrders, loadShownOrder, type ShownOrder } from './list-queries.ts'

type OrderPage = { items: Order[]; next: string | null }

export async function findOrders(ctx: Ctx<'user'>, { cursor }: { cursor?: string }): Promise<OrderPage> {
  const { owner } = ctx
  const rows = await findOwnOrders(ctx.db, owner, readCursor(cursor), limits.listPageSize + 1)
  const items = rows.slice(0, limits.listPageSize)
  const last = rows.length > items.length ? items.at(-1) : undefined
  return {
    items: items.map((row) => toOrder(row, ctx.language)),
    next: last ? `${last.createdAt.getTime()}.${last.id}` : null,
  }
}

export async function getOrder(ctx: Ctx<'user'>, { orderId }: { orderId: string }): Promise<Order> {
  const { owner } = ctx
  return toOrder((await loadShownOrder(ctx.db, owner, orderId)) ?? fail('object.unknown'), ctx.language)
}

/** Two orders of one millisecond are told apart by their ids. */
function readCursor(cursor: string | undefined): { at: Date; id: string } | null {
  if (cursor === undefined) return null
  const [, ms, id] = /^(\d{1,15})\.([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/.exec(cursor) ?? []
  return ms && id ? { at: new Date(Number(ms)), id } : fail('request.invalid', { fields: { cursor: 'pattern' } })
}

function toOrder(row: ShownOrder, language: Language): Order {
  const { id, packageId, packageNames, expiresAt, createdAt, settledAt, paidBy, ...rest } = row
  return {
    ...rest,
    orderId: id,
    packageName: inLanguage(rest.packageName, packageNames, language),
    packageId: packageId === null ? null : String(packageId),
    paidBy: paidBy === null || paidBy === 'balance' ? paidBy : 'online',
    createdAt: createdAt.toISOString(),
    payBefore: expiresAt.toISOString(),
    settledAt: settledAt?.toISOString() ?? null,
  }
}
