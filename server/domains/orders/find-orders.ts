import type { Language } from '../../../contract/languages.ts'
import type { Order } from '../../../contract/orders.ts'
import type { Ctx } from '../../platform/context.ts'
import { pagesBy } from '../../platform/db/page-cursor.ts'
import { fail } from '../../platform/errors.ts'
import { inLanguage } from '../../platform/text/by-language.ts'
import { findOwnOrders, loadShownOrder, type ShownOrder } from './list-queries.ts'

const pages = pagesBy({ at: 'time', id: 'uuid' })

type OrderPage = { items: Order[]; next: string | null }

export async function findOrders(ctx: Ctx<'user'>, { cursor }: { cursor?: string }): Promise<OrderPage> {
  const { owner } = ctx
  const rows = await findOwnOrders(ctx.db, owner, pages.after(cursor), pages.limit)
  const { shown, next } = pages.page(rows, (row) => ({ at: row.createdAt, id: row.id }))
  return { items: shown.map((row) => toOrder(row, ctx.language)), next }
}

export async function getOrder(ctx: Ctx<'user'>, { orderId }: { orderId: string }): Promise<Order> {
  const { owner } = ctx
  return toOrder((await loadShownOrder(ctx.db, owner, orderId)) ?? fail('object.unknown'), ctx.language)
}

function toOrder(row: ShownOrder, language: Language): Order {
  const { id, packageId, packageNames, expiresAt, createdAt, settledAt, paidBy, ...rest } = row
  return {
    ...rest,
    orderId: id,
    packageName: inLanguage(rest.packageName, packageNames, language),
    packageId: packageId === null ? null : String(packageId),
    paidBy: paidBy === 'platform_merchant' || paidBy === 'own_merchant' ? 'online' : paidBy,
    createdAt: createdAt.toISOString(),
    payBefore: expiresAt.toISOString(),
    settledAt: settledAt?.toISOString() ?? null,
  }
}
