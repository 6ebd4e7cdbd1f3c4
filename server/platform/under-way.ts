import type { Ctx } from './context.ts'
import { answerOf, askInOrder, type Asker } from './db.ts'
import { limiterKey } from './limits.ts'

/** What is still under way by then died with its process. */
const FORGOTTEN_MS = 30_000

/** Reads that travel along, so that they cost no wait of their own. */
export type Beside<T, F> = {
  /** Right after the work is known to all. */
  first: (one: Asker) => Promise<F>
  /** When it is done; gives back the result, with what it read. */
  last?: (one: Asker, result: T) => Promise<T>
}

type Names = readonly [string, string, string | undefined]

/**
 * Does work for some keys and tells it how many others were under way for each when it came, in all processes of the
 * installation. The rows count up and down beside those of the limits, which sweep out what a killed process left.
 */
export async function withUnderWay<T, F>(
  ctx: Pick<Ctx, 'db' | 'now' | 'config'>,
  names: Names,
  { first, last = async (_one, result) => result }: Beside<T, F>,
  work: (ahead: (name: string) => number, found: F) => Promise<T>,
): Promise<T> {
  const { db, now } = ctx
  if ('isTransaction' in db) throw new Error('Work under way was counted inside a transaction')
  const given = names.filter((name) => name !== undefined)
  const keys = new Map(given.map((name) => [name, `under-way:${limiterKey(ctx, name)}`]))
  const own = [...keys.values()]
  const [entered, read] = await askInOrder(db, (one) => [enter(one, own, now), first(one)])
  const found = answerOf(entered)
  let result: T
  try {
    result = await work((name) => found.get(keys.get(name) ?? '') ?? 0, answerOf(read))
  } catch (error) {
    await leave(db, own)
    throw error
  }
  const [left, told] = await askInOrder(db, (one) => [leave(one, own), last(one, result)])
  answerOf(left)
  return answerOf(told)
}

/** In one order for everybody: two that wait for each other's rows wait for ever. */
async function enter(one: Asker, keys: string[], now: Date): Promise<Map<string, number>> {
  const rows = await one.query<{ key: string; points: number }>({
    name: 'under_way.enter',
    text: `insert into rate_limits as known (key, points, expire) select key, 1, $2 from unnest($1::text[]) key order by key
           on conflict (key) do update set expire = excluded.expire,
             points = case when known.expire <= $3 then 1 else known.points + 1 end
           returning key, points`,
    values: [keys, now.getTime() + FORGOTTEN_MS, now.getTime()],
  })
  return new Map(rows.map(({ key, points }) => [key, points - 1]))
}

/** Of an array PostgreSQL does not know the length beforehand, and so it would make a new plan for each. */
async function leave(one: Asker, keys: readonly string[]): Promise<void> {
  await one.query({
    name: 'under_way.leave',
    text: `with held as (select key from rate_limits where key in ($1, $2, $3) order by key for update)
           update rate_limits set points = points - 1 from held where rate_limits.key = held.key and points > 0`,
    values: [keys[0], keys[1] ?? null, keys[2] ?? null],
  })
}
