import type { JobCtx } from './jobs.ts'

/** Rows per statement: a table that grew for months must not hit the statement's time limit. */
export const RETENTION_BATCH = 5_000

/**
 * How long a domain keeps the rows of a table: each domain lists its own in its retention.ts. `$1` in the condition is
 * now minus the age. `remove` is for what is not simply rows.
 */
export type RetentionRule =
  | { table: string; condition: string; olderThanMs: number }
  | { what: string; remove(ctx: JobCtx): Promise<number> }

/** Deletes what has been kept long enough. */
export async function runRetention(ctx: JobCtx, rules: readonly RetentionRule[]): Promise<void> {
  const removed: Record<string, number> = {}
  const failures: Error[] = []
  for (const rule of rules) {
    const what = 'table' in rule ? rule.table : rule.what
    // A failing table must not keep the others from being cleaned.
    await ('table' in rule ? removeRows(ctx, rule) : rule.remove(ctx)).then(
      (count) => void (removed[what] = count),
      (error: Error) => failures.push(new Error(`Nothing was removed from ${what}`, { cause: error })),
    )
  }
  ctx.log.info({ removed }, 'retention')
  if (failures.length > 0) throw new AggregateError(failures, failures.map(({ message }) => message).join('; '))
}

type RowRule = Extract<RetentionRule, { table: string }>

async function removeRows({ db, now }: JobCtx, { table, condition, olderThanMs }: RowRule): Promise<number> {
  const before = new Date(now.getTime() - olderThanMs)
  for (let total = 0; ;) {
    const rows = await db.query({
      name: `retention.${table}`,
      text: `delete from ${table} where ctid in (select ctid from ${table} where ${condition} limit ${RETENTION_BATCH}) returning 1`,
      values: [before],
    })
    total += rows.length
    if (rows.length < RETENTION_BATCH) return total
  }
}
