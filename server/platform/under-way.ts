import type { Ctx } from './context.ts'
import { limiterKey } from './limits.ts'

/** What is still under way by then died with its process. */
const FORGOTTEN_MS = 30_000

/**
 * Does work for some keys and tells it how many others were under way for each when it came, in all processes of the
 * installation. The rows count up and down beside those of the limits, which sweep out what a killed process left.
 */
export async function withUnderWay<T>(
  ctx: Pick<Ctx, 'db' | 'now' | 'config'>,
  names: readonly string[],
  work: (ahead: (name: string) => number) => Promise<T>,
): Promise<T> {
  const keys = new Map(names.map((name) => [name, `under-way:${limiterKey(ctx, name)}`]))
  const found = await enter(ctx, [...keys.values()])
  try {
    return await work((name) => found.get(keys.get(name) ?? '') ?? 0)
  } finally {
    await leave(ctx, [...keys.values()])
  }
}

/** In one order for everybody: two that wait for each other's rows wait for ever. */
async function enter({ db, now }: Pick<Ctx, 'db' | 'now'>, keys: string[]): Promise<Map<string, number>> {
  if ('isTransaction' in db) throw new Error('Work under way was counted inside a transaction')
  const rows = await db.query<{ key: string; points: number }>({
    name: 'under_way.enter',
    text: `insert into rate_limits as known (key, points, expire) select key, 1, $2 from unnest($1::text[]) key order by key
           on conflict (key) do update set expire = excluded.expire,
             points = case when known.expire <= $3 then 1 else known.points + 1 end
           returning key, points`,
    values: [keys, now.getTime() + FORGOTTEN_MS, now.getTime()],
  })
  return new Map(rows.map(({ key, points }) => [key, points - 1]))
}

async function leave({ db }: Pick<Ctx, 'db'>, keys: string[]): Promise<void> {
  await db.query({
    name: 'under_way.leave',
    text: `with held as (select key from rate_limits where key = any($1) order by key for update)
           update rate_limits set points = points - 1 from held where rate_limits.key = held.key and points > 0`,
    values: [keys],
  })
}
