import { goodsText } from '../../../contract/pay-names.ts'
import type { Ctx } from '../../platform/context.ts'
import { inLanguage } from '../../platform/text/by-language.ts'
import type { Period } from '../catalogue/period.ts'

type Goods = { id: string; name: string; names: unknown; period: Period | null }

/** What was ordered, as its payer reads it in every list and at the gateway: 标准版 月付. An agency has no package. */
export async function loadGoods(
  { db, language }: Pick<Ctx, 'db' | 'language'>,
  resellerId: number,
  orderIds: readonly string[],
): Promise<Map<string, string>> {
  if (orderIds.length === 0) return new Map()
  const rows = await db.query<Goods>({
    name: 'orders.goods',
    text: `select o.id, p.name, p.names, o.period from orders o join packages p on p.id = o.package_id
            where o.reseller_id = $1 and o.id = any($2)`,
    values: [resellerId, orderIds],
  })
  return new Map(
    rows.map(({ id, name, names, period }) => [
      id,
      goodsText(language, inLanguage(name, names, language), period ?? 'once'),
    ]),
  )
}
