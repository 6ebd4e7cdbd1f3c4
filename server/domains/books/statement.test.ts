import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { HOUR_MS } from '../../../contract/durations.ts'
import { jobs } from '../../jobs.ts'
import { clock } from '../../platform/clock.ts'
import { createDb, inTransaction } from '../../platform/db/db.ts'
import { createLog } from '../../platform/log.ts'
import { buildAccount, buildReseller } from '../../test/build/factories.ts'
import { checkBooksAfterEach } from '../../test/look/books.ts'
import { makeApp } from '../../test/run/make-app.ts'
import type { EntryKind } from '../ledger/ledger-kinds.ts'
import { loadBalanceFen } from '../ledger/load-balance.ts'
import { post, type Leg } from '../ledger/post.ts'
import { checkBooks } from './check-books.ts'
import { loadStatement, monthOf, type Statement } from './load-statement.ts'
import { statementCsv, statementRows } from './statement-csv.ts'
import { MOVED } from './statement-queries.ts'

const testApp = await makeApp()
const { db, config } = testApp
checkBooksAfterEach(db)
const RESELLER = 260
/** The clock only goes forward here: a closed day stays closed. */
const goTo = (iso: string) => clock.shift(Date.parse(iso) - clock.now().getTime())
const closeDays = (jobDb = db) =>
  jobs['ledger.close_days']({ db: jobDb, config, log: createLog('silent'), now: clock.now(), isLastAttempt: false }, {})
const read = (year: number, month: number) => loadStatement({ db, now: clock.now(), config }, RESELLER, { year, month })

const outside = (amountFen: number): Leg => ({ kind: 'outside', resellerId: null, amountFen })
const platform = (amountFen: number): Leg => ({ kind: 'platform', resellerId: null, amountFen })
const of = (kind: Leg['kind'], amountFen: number): Leg => ({ kind, resellerId: RESELLER, amountFen })
const move = (kind: EntryKind, ...legs: Leg[]) => moveAt(clock.now(), kind, ...legs)
const moveAt = (now: Date, kind: EntryKind, ...legs: Leg[]) =>
  inTransaction(db, (tx) => post({ db: tx, now }, { key: `test:${randomUUID()}`, kind, resellerId: RESELLER, legs }))
const openingPlusKinds = ({ openingFen, kinds }: Statement) =>
  kinds.reduce((sum, { amountFen }) => sum + amountFen, openingFen)

test('two months: opening plus kinds give closing; stored after one hour and never changed', async () => {
  await buildReseller(db, { id: RESELLER })
  await buildAccount(db, { resellerId: RESELLER })
  // Shanghai is eight hours ahead: there it is the first of January.
  goTo('2030-12-31T16:00:01Z')
  await move('agent_payment', outside(-50_000), of('reseller', 50_000))
  await move('card_batch', of('reseller', -2000), of('cards', 2000))
  goTo('2031-01-20T00:00:00Z')
  await move('bulk_hold', of('reseller', -700), of('bulk_hold', 700))
  await move('payout_hold', of('reseller', -10_000), of('payout_hold', 10_000))
  await move('adjustment', of('payout_hold', -10_000), outside(10_000))
  await move('topup', of('liability', -300), platform(300))
  goTo('2031-01-31T15:59:59Z')
  await move('bulk_release', of('bulk_hold', -700), of('reseller', 700))
  goTo('2031-01-31T16:00:00Z')
  // The first moment of February.
  await moveAt(new Date('2031-01-31T16:00:00Z'), 'card_void', of('cards', -2000), of('reseller', 2000))

  const january = await read(2031, 1)
  expect(january).toMatchObject({ openingFen: 0, closingFen: 38_000, isFinal: false })
  expect(january.kinds).toEqual([
    { kind: 'agent_payment', amountFen: 50_000 },
    { kind: 'bulk_hold', amountFen: -700 },
    { kind: 'bulk_release', amountFen: 700 },
    { kind: 'card_batch', amountFen: -2000 },
    { kind: 'payout_hold', amountFen: -10_000 },
  ])
  expect(january.beside).toEqual({
    cards: { openingFen: 0, changeFen: 2000, closingFen: 2000 },
    payout_hold: { openingFen: 0, changeFen: 0, closingFen: 0 },
    bulk_hold: { openingFen: 0, changeFen: 0, closingFen: 0 },
    liability: { openingFen: 0, changeFen: -300, closingFen: -300 },
  })
  expect(await read(2031, 2)).toMatchObject({ openingFen: 38_000, closingFen: 40_000 })

  const stored = () => db.kysely.selectFrom('statements').select('month').execute()
  goTo(new Date(Date.parse('2031-01-31T16:00:00Z') + HOUR_MS - 60_000).toISOString())
  await closeDays()
  expect(await stored()).toEqual([])
  expect(await read(2031, 1)).toEqual(january)
  goTo(new Date(Date.parse('2031-01-31T16:00:00Z') + HOUR_MS).toISOString())
  const second = createDb({ url: config.databaseUrl!, poolSize: 2 })
  await Promise.all([closeDays(), closeDays(second)])
  await closeDays()
  await second.close()
  expect(await stored()).toHaveLength(1)
  expect(await read(2031, 1)).toEqual({ ...january, isFinal: true })
  expect(openingPlusKinds(january)).toBe(january.closingFen)
  expect(await read(2031, 2)).toMatchObject({ openingFen: 38_000, closingFen: 40_000 })
  await expect(db.pool.query(`update statements set body = '{}'`)).rejects.toThrow(/append-only/)

  // A year later the sums of the days give the same balance.
  goTo('2031-12-15T00:00:00Z')
  await closeDays()
  const december = await read(2031, 12)
  expect(december.openingFen).toBe(await loadBalanceFen({ db }, { kind: 'reseller', resellerId: RESELLER }))
  expect(await stored()).toHaveLength(11)

  const balanceFen = december.openingFen
  await move('adjustment', { ...of('reseller', -balanceFen - 500), mayOwe: 'beyond_limit' }, platform(balanceFen + 500))
  expect(await read(2031, 12)).toMatchObject({ changeFen: -balanceFen - 500, closingFen: -500 })
})

test('the CSV file and the printed sheet have every row to the fen, and opening plus kinds give closing', async () => {
  const january = await read(2031, 1)
  const rows = statementRows(january)
  const own = rows.filter(({ part }) => part === 'own').map(({ fen }) => fen)
  expect(own.slice(0, -1).reduce((sum, fen) => sum + fen, 0)).toBe(own.at(-1))
  const lines = statementCsv(january, 'zh-CN').split('\r\n')
  expect(lines[0]).toContain('部分,项目,金额（元）')
  expect(lines).toContain('余额,期末,380.00')
  expect(lines).toContain('其他账户,未用卡密 · 期末,20.00')
  expect(statementCsv(january, 'en')).toContain('Balance,Payout asked for,-100.00')
})

test('M37, M38: the check of the books finds a wrong day sum and a month that does not add up', async () => {
  const add = (fen: number) =>
    db.pool.query(
      `update ledger_days set amount_fen = amount_fen + $1 where kind = 'reseller' and entry = 'card_batch'`,
      [fen],
    )
  await add(1)
  const { problems } = await checkBooks(db)
  await add(-1)
  expect(problems).toContain(
    `M37: reseller:${RESELLER} has a balance that its days and what came after them do not give`,
  )
  expect(problems).toContain(
    `M38: reseller ${RESELLER} in 2031-01 is a statement that does not add up, or does not begin where the one before it ended`,
  )
})

test('reads a month by indexes with a ledger of any size', async () => {
  const client = await db.pool.connect()
  try {
    await client.query('begin')
    await client.query('set local enable_seqscan = off')
    const { first, next, from, until } = monthOf({ year: 2031, month: 12 }, config.businessTz)
    const values = [RESELLER, first, next, from, until]
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${MOVED}`, values)
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).not.toContain('Seq Scan')
    await client.query('rollback')
  } finally {
    client.release()
  }
})
