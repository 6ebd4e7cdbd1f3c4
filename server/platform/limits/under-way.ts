import type { Ctx } from '../context.ts'
import { answerOf, askInOrder, type Asker } from '../db/db.ts'
import { limiterKey } from './limits.ts'

/** Work still under way after this time died with its process. */
const FORGOTTEN_MS = 30_000

/** Reads that are sent along, so that they cost no wait of their own. */
export type Beside<T, F> = {
  /** Runs right after the work is visible to all. */
  first: (one: Asker) => Promise<F>
  /** Runs when the work is done; returns the result with what it read. */
  last?: (one: Asker, result: T) => Promise<T>
}

type Names = readonly [string, string, string | undefined]

/**
 * Does work for some keys and tells it how many others were under way for each key when it came, in all processes of
 * the installation. The rows count up and down beside those of the limits, whose sweep removes what a killed process
 * left.
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

/** Uses the same key order for everybody: otherwise two could wait for each other's rows for ever. */
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

/** PostgreSQL does not know an array's length beforehand, so with an array it would make a new plan each time. */
async function leave(one: Asker, keys: readonly string[]): Promise<void> {
  await one.query({
    name: 'under_way.leave',
    text: `with held as (select key from rate_limits where key in ($1, $2, $3) order by key for update)
           update rate_limits set points = points - 1 from held where rate_limits.key = held.key and points > 0`,
    values: [keys[0], keys[1] ?? null, keys[2] ?? null],
  })
}
