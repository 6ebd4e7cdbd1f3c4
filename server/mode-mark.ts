import type { Config, Mode } from './config.ts'
import type { Asker, Queryable, Tx } from './platform/db/db.ts'
import { StartError } from './platform/start-error.ts'

export type DatabaseMode = {
  /** Null: the database is still empty. */
  mode: Mode | null
  /** The database has a mark. Otherwise the mode follows from its rows. */
  isMarked: boolean
}

/** Only reads. Works also without any table, and with the tables of a release that had no mark. */
export async function readMode(db: Asker): Promise<DatabaseMode> {
  const there = await findTables(db)
  const marked = there.has('mode_marks') ? await loadMark(db) : null
  if (marked) return { mode: marked, isMarked: true }
  return { mode: await judgeRows(db, there), isMarked: false }
}

/** Call before writing anything: a sandbox must not take real money, and real data must not be played with. */
export async function refuseOtherMode(db: Asker, { mode }: Pick<Config, 'mode'>): Promise<DatabaseMode> {
  const found = await readMode(db)
  if (found.mode !== null && found.mode !== mode) throw new StartError(refusalOf(found, mode))
  return found
}

/** Call in the transaction of the first rows. If two first starts run at once, the second waits here for the first. */
export async function settleMode(db: Tx, { mode }: Pick<Config, 'mode'>, now: Date): Promise<void> {
  await insertMark(db, mode, now)
  const settled = await loadMark(db)
  if (settled !== mode) throw new StartError(refusalOf({ mode: settled, isMarked: true }, mode))
}

/** Call after a command that began with an empty database: its rows are the first. */
export async function markFirstRows(db: Queryable, { mode }: Pick<Config, 'mode'>, now: Date): Promise<void> {
  const found = await readMode(db)
  if (found.mode !== null && !found.isMarked) await insertMark(db, mode, now)
}

/** For long-running work, which must not continue in a database that has replaced its own. */
export async function refuseOtherMark(db: Asker, { mode }: Pick<Config, 'mode'>): Promise<void> {
  const marked = await loadMark(db)
  if (marked !== null && marked !== mode) throw new StartError(refusalOf({ mode: marked, isMarked: true }, mode))
}

export function refusalOf(found: DatabaseMode, mode: Mode): string {
  if (mode === 'sandbox') {
    const what = found.isMarked ? 'is marked as production' : 'holds accounts or settings that the sandbox did not make'
    return (
      `This database ${what}, and MODE is sandbox (the default). Nothing was written. ` +
      'Set MODE=production, or give the sandbox a database of its own (DATA_DIR or DATABASE_URL).'
    )
  }
  const what = found.isMarked ? 'is marked as sandbox' : 'was made by the sandbox: it holds demo accounts'
  return (
    `This database ${what}, and MODE is production. Nothing was written. ` +
    'Production needs a database of its own (DATABASE_URL or DATA_DIR).'
  )
}

async function loadMark(db: Asker): Promise<Mode | null> {
  const [row] = await db.query<{ mode: Mode }>({ name: 'mode.mark', text: 'select mode from mode_marks' })
  return row?.mode ?? null
}

async function insertMark(db: Asker, mode: Mode, now: Date): Promise<void> {
  await db.query({
    name: 'mode.insert_mark',
    text: 'insert into mode_marks (mode, marked_at) values ($1, $2) on conflict do nothing',
    values: [mode, now],
  })
}

/** Tables with the condition for the sandbox's own rows, and the order in which rows were added. */
const TOLD_APART: readonly { table: string; isDemo: string; order: string }[] = [
  { table: 'accounts', isDemo: 'is_demo', order: 'id' },
  { table: 'staff', isDemo: 'is_demo', order: 'id' },
  { table: 'nodes', isDemo: 'is_demo', order: 'id' },
  { table: 'merchants', isDemo: 'is_sandbox', order: 'extract(epoch from created_at)' },
]
const OTHERS = ['resellers', 'packages', 'monitors', 'staff_invitations']

async function findTables(db: Asker): Promise<Set<string>> {
  const names = ['mode_marks', ...TOLD_APART.map(({ table }) => table), ...OTHERS]
  const rows = await db.query<{ name: string }>({
    name: 'mode.tables',
    text: 'select name from unnest($1::text[]) name where to_regclass(quote_ident(name)) is not null',
    values: [names],
  })
  return new Set(rows.map(({ name }) => name))
}

/**
 * The only place that finds out the mode of a database without a mark. The sandbox's first start adds its own rows
 * before anybody else can. So a database with other rows before them was production, and a sandbox was started there by
 * mistake.
 */
async function judgeRows(db: Asker, there: ReadonlySet<string>): Promise<Mode | null> {
  const tables = TOLD_APART.filter(({ table }) => there.has(table))
  const firsts = await findFirsts(db, tables)
  const isReal = firsts.some(({ demo, other }) => other !== null && (demo === null || other < demo))
  if (isReal) return 'production'
  if (firsts.some(({ demo }) => demo !== null)) return 'sandbox'
  const others = OTHERS.filter((table) => there.has(table))
  return (await hasRows(db, others)) ? 'production' : null
}

type First = { demo: number | null; other: number | null }

async function findFirsts(db: Asker, tables: typeof TOLD_APART): Promise<First[]> {
  if (tables.length === 0) return []
  const parts = tables.map(
    ({ table, isDemo, order }) =>
      `select (select min(${order})::float8 from ${table} where ${isDemo}) as demo,
              (select min(${order})::float8 from ${table} where not ${isDemo}) as other`,
  )
  return db.query<First>({ name: `mode.firsts.${tables.length}`, text: parts.join(' union all ') })
}

async function hasRows(db: Asker, tables: readonly string[]): Promise<boolean> {
  if (tables.length === 0) return false
  const text = `select ${tables.map((table) => `exists (select from ${table})`).join(' or ')} as any`
  const [row] = await db.query<{ any: boolean }>({ name: `mode.rows.${tables.length}`, text })
  return row!.any
}
