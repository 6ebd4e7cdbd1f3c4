import type { Static } from 'typebox'

import type { traffic } from '../../../contract/traffic.ts'
import type { Ctx, Owner } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { readDay } from '../../platform/text/business-day.ts'
import { inLanguage } from '../../platform/text/by-language.ts'
import { findUsage } from './usage-queries.ts'

type Input = Static<typeof traffic.usage.input>
type Output = Static<typeof traffic.usage.output>

/** As long as traffic is kept; by hour only two months, so that the list stays readable. */
const DAYS_MAX = { hour: 62, day: 400, node: 400 }

export async function getUsage(ctx: Ctx<'user'>, input: Input): Promise<Output> {
  const [from, to] = [readDay(input.from), readDay(input.to)]
  if (from === null) fail('request.invalid', { fields: { from: 'date' } })
  if (to === null || to < from || to - from >= DAYS_MAX[input.by]) fail('request.invalid', { fields: { to: 'range' } })
  return { items: await readUsage(ctx, ctx.owner, input) }
}

/** The caller has already checked the user's ticket or token. The days must exist in the calendar. */
export async function readUsage(
  ctx: Pick<Ctx, 'db' | 'config' | 'language'>,
  owner: Owner,
  { from, to, by }: Input,
): Promise<Output['items']> {
  const rows = await findUsage(ctx.db, owner, { first: from, last: to }, { unit: by, timeZone: ctx.config.businessTz })
  return rows.map(({ nodeNames, ...row }) => ({
    ...row,
    at: row.at?.toISOString() ?? null,
    nodeName: inLanguage(row.nodeName, nodeNames, ctx.language),
  }))
}
