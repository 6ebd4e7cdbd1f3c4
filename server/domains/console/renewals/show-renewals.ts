import { sql } from 'kysely'
import type { Static } from 'typebox'

import type { cohortKinds } from '../../../../contract/console/choices.ts'
import type { renewals } from '../../../../contract/console/renewals.ts'
import { inTx, type StaffCtx } from '../../../platform/context.ts'
import { readByIndex } from '../../../platform/db/read-by-index.ts'
import type { AnswerOf } from '../../../platform/http/answer.ts'
import { dayOf, spanOf } from '../../../platform/text/business-day.ts'
import { inLanguage } from '../../../platform/text/by-language.ts'
import { monthNames } from '../../lists/month-names.ts'
import { isRunning } from '../../users/filter-users.ts'
import { firstPurchases, hasRenewed } from '../../users/purchases.ts'

type Show = typeof renewals.show
type Kind = (typeof cohortKinds)[number]
type Row = { key: string; name: string; names: unknown; people: number; renewed: number; active: number }

const MOST = 20
const DAYS_OF_MONTH = 31

/** The figures are those of the users list under the same filters: both ask by the same conditions. */
export async function showRenewals(
  ctx: StaffCtx,
  { by = 'month', months = 6 }: Static<Show['input']>,
): Promise<AnswerOf<Show>> {
  const zone = ctx.config.businessTz
  const to = dayOf(ctx.now, zone)
  const names = monthNames(zone, new Date(ctx.now.getTime() - months * DAYS_OF_MONTH * 86_400_000), ctx.now)
  const shown = names.slice(0, months).toReversed()
  const from = `${shown[0]!}-01`
  const found = await findCohorts(ctx, by, { from: spanOf(from, zone).from, until: spanOf(to, zone).until })
  const rows = found.map(({ names: inOthers, ...row }) => ({
    ...row,
    name: inLanguage(row.name, inOthers, ctx.language),
  }))
  if (by !== 'month') return { from, to, rows }
  const byMonth = new Map(rows.map((row) => [row.key, row]))
  const empty = { people: 0, renewed: 0, active: 0 }
  return { from, to, rows: shown.map((key) => byMonth.get(key) ?? { key, name: key, ...empty }) }
}

function findCohorts(ctx: StaffCtx, by: Kind, span: { from: Date; until: Date }): Promise<Row[]> {
  const { resellerId, now } = ctx
  const month = sql`to_char(f.at at time zone ${ctx.config.businessTz}, 'YYYY-MM')`
  const [key, name, names] = {
    month: [month, month, sql`null::jsonb`],
    package: [sql`p.id::text`, sql`p.name`, sql`p.names`],
    inviter: [sql`i.id::text`, sql`i.user_name`, sql`null::jsonb`],
  }[by]
  return inTx(ctx, async (tx) => {
    await readByIndex(tx.db)
    const { rows } = await sql<Row>`
      select ${key} as key, ${name} as name, ${names} as names, count(*)::integer as people,
             (count(*) filter (where ${hasRenewed(resellerId)}))::integer as renewed,
             (count(*) filter (where ${isRunning(now)}))::integer as active
        from (${firstPurchases(resellerId, span)}) f
        join accounts a on a.reseller_id = ${resellerId} and a.id = f.account_id and a.deleted_at is null
        left join subscriptions s on s.reseller_id = a.reseller_id and s.account_id = a.id
        left join packages p on p.id = f.package_id
        left join accounts i on i.reseller_id = a.reseller_id and i.id = a.inviter_id
       where ${key} is not null
       group by 1, 2, 3 order by people desc, key limit ${MOST}`.execute(tx.db.kysely)
    return rows
  })
}
