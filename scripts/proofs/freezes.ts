import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Letter } from '../../cashier/notifier.ts'
import { api } from '../../contract/api.ts'
import { checkBooks } from '../../server/domains/books/check-books.ts'
import { freezeCluster } from '../../server/test/run/frozen-cluster.ts'
import { keepJobsBusy } from './busy-jobs.ts'
import { timedFetch, watchPages, type PageFigures } from './freeze-watch.ts'
import { buildPayers, sendUntilAcked, withPayWorld, type Payer, type PayWorld } from './pay-world.ts'
import { withDatabase } from './throwaway-server.ts'

/** The database freezes `freezes` times for `freezeMs`, while `payers` top up one after the other. */
export type Plan = { freezes: number; freezeMs: number; payers: number }
export type Figures = {
  seconds: number
  answers: Record<string, number>
  slowestAnswerMs: number
  pages: PageFigures
  acked: number
  ackedButUnpaid: number
  unpaid: number
  /** Per freeze: jobs in the middle of their work when it began. */
  underWay: number[]
  /** Per freeze: how long after its end the last job of that time was still locked. */
  lockedMs: number[]
  freedJobs: number
  alerts: { raised: number; open: number }
  bookProblems: string[]
}
type Load = { letters: Letter[]; acked: Set<string>; answers: Map<string, number>; slowestMs: number }

const FULL: Plan = { freezes: 3, freezeMs: 45_000, payers: 8 }
const ANSWER_MAX_MS = 6_000
const READY_MAX_MS = 2_000
const LOCKED_MAX_MS = 120_000
/** Payments are queried 15 s after they began, so some of those jobs become due during the freeze. */
const WARM_UP_MS = 20_000
const CLEARED_MAX_MS = 90_000
const ACCOUNTS_EACH = 30

export async function prove(): Promise<boolean> {
  const figures = await withDatabase((url, folder) => freezeUnderLoad(url, folder, FULL))
  print(figures)
  const problems = [...findProblems(figures), ...findSlowness(figures)]
  for (const problem of problems) console.log(`  ✗ ${problem}`)
  return problems.length === 0
}

export function findProblems(figures: Figures): string[] {
  const { acked, ackedButUnpaid, unpaid, answers, pages, lockedMs } = figures
  const strange = Object.keys(answers).filter((answer) => !/^(200|503|success|fail)$/.test(answer))
  const problems: [boolean, string][] = [
    [acked === 0, 'nothing was acknowledged'],
    [ackedButUnpaid > 0, `${ackedButUnpaid} acknowledged payments were lost`],
    [unpaid > 0, `${unpaid} payments never ended`],
    [strange.length > 0, `answers were ${strange.join(', ')}`],
    [!(answers['503']! > 0), 'the freeze was not felt'],
    [pages.falseReady > 0, `/readyz said ready ${pages.falseReady} times while the database stood still`],
    [pages.trueTrouble === 0, '/readyz never said that the database stands still'],
    [pages.unhealthy > 0, `/healthz failed ${pages.unhealthy} times`],
    [lockedMs.some((ms) => ms > LOCKED_MAX_MS), `a job was locked for ${Math.max(...lockedMs)} ms after a freeze`],
    [figures.alerts.open > 0, `${figures.alerts.open} alerts about stuck jobs did not end`],
  ]
  return [...problems.filter(([isWrong]) => isWrong).map(([, text]) => text), ...figures.bookProblems]
}

/** Checked at full size only: on a busy machine times mean nothing, and short freezes lose no jobs. */
function findSlowness({ slowestAnswerMs, pages, freedJobs, alerts }: Figures): string[] {
  const problems: [boolean, string][] = [
    [slowestAnswerMs > ANSWER_MAX_MS, `an answer took ${slowestAnswerMs} ms`],
    [pages.slowestReadyMs > READY_MAX_MS, `/readyz took ${pages.slowestReadyMs} ms`],
    [freedJobs === 0, 'no job was lost by a freeze: nothing is proved'],
    [alerts.raised === 0, 'no alert was raised'],
  ]
  return problems.filter(([isWrong]) => isWrong).map(([, text]) => text)
}

export function freezeUnderLoad(databaseUrl: string, folder: string, plan: Plan): Promise<Figures> {
  return withPayWorld(databaseUrl, async (world) => {
    const startedAt = performance.now()
    await world.control.change({ isOn: false })
    const server = await world.start()
    const load: Load = { letters: [], acked: new Set(), answers: new Map(), slowestMs: 0 }
    const state = { isOn: true }
    // No account may begin more than 30 payments in ten minutes.
    const accounts = await buildPayers(world, plan.payers * ACCOUNTS_EACH)
    const loops = Array.from({ length: plan.payers }, (_, at) =>
      payOnAndOn(world, accounts.slice(at * ACCOUNTS_EACH, (at + 1) * ACCOUNTS_EACH), load, state),
    )
    const pages = watchPages(world.url)
    const lockedMs: number[] = []
    const underWay: number[] = []
    for (let number = 0; number < plan.freezes; number += 1) {
      await sleep(Math.min(WARM_UP_MS, plan.freezeMs))
      underWay.push(await keepJobsBusy(world))
      const frozen = await freezeCluster(folder)
      pages.setFrozen(true)
      await sleep(plan.freezeMs).finally(frozen.thaw)
      pages.setFrozen(false)
      await world.control.clearFaults()
      lockedMs.push(await waitForLocks(world))
      console.log(`  freeze ${number + 1}: its last job was free ${(lockedMs.at(-1)! / 1000).toFixed(1)} s after it`)
    }
    state.isOn = false
    await Promise.all(loops)
    await sendUntilAcked(load.letters, plan.payers)
    const alerts = await waitForAlerts(world)
    return {
      seconds: (performance.now() - startedAt) / 1000,
      answers: Object.fromEntries(load.answers),
      slowestAnswerMs: Math.round(load.slowestMs),
      pages: await pages.stop(),
      acked: load.acked.size,
      ...(await countUnpaid(world, load)),
      underWay,
      lockedMs,
      freedJobs: server.output().split(': free again').length - 1,
      alerts,
      bookProblems: (await checkBooks(world.db)).problems,
    }
  })
}

/** Begins a payment, pays it at the cashier and notifies the server, which may need a repeat. */
async function payOnAndOn(world: PayWorld, payers: Payer[], load: Load, state: { isOn: boolean }): Promise<void> {
  const note = (answer: string, ms: number) => {
    load.answers.set(answer, (load.answers.get(answer) ?? 0) + 1)
    load.slowestMs = Math.max(load.slowestMs, ms)
  }
  for (let turn = 0; state.isOn; turn += 1) {
    const { token } = payers[turn % payers.length]!
    const input = { type: 'user', amountFen: randomInt(100, 9999), payType: world.payTypes.alipay, device: 'qr' }
    const begun = await timedFetch(world.url + api.payments.pay.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ ...input, key: randomUUID() }),
    })
    note(begun.status, begun.ms)
    if (begun.status !== '200') {
      await sleep(200)
      continue
    }
    const { data } = JSON.parse(begun.text) as { data: { out_trade_no: string } }
    // One in three is never paid, to keep the jobs busy that query it.
    if (randomInt(3) === 0) continue
    await world.control.move(data.out_trade_no, 'pay', { tells: false })
    const letter = await world.control.writeNotify(data.out_trade_no)
    load.letters.push(letter)
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const told = await timedFetch(letter.url, { method: 'POST', headers: form, body: letter.form })
    note(told.text === 'success' || told.text === 'fail' ? told.text : told.status, told.ms)
    if (told.text === 'success') load.acked.add(letter.outTradeNo)
    await sleep(300)
  }
}

/** Waits until no job is left that was locked when the freeze ended or right after. Returns how long that took. */
async function waitForLocks({ db }: PayWorld): Promise<number> {
  const thawedAt = performance.now()
  const look = `select exists (select 1 from graphile_worker._private_jobs
    where locked_at < $1::timestamptz + interval '5 seconds') as is_left`
  const { rows: clock } = await db.pool.query<{ now: Date }>('select now() as now')
  for (;;) {
    await sleep(500)
    const tookMs = performance.now() - thawedAt
    const { rows } = await db.pool.query<{ is_left: boolean }>(look, [clock[0]!.now])
    // Wait at least 6 s: a job may be locked within the 5 s after the freeze.
    if ((!rows[0]!.is_left && tookMs > 6_000) || tookMs > LOCKED_MAX_MS * 1.5) return Math.round(tookMs)
  }
}

async function waitForAlerts({ db }: PayWorld): Promise<Figures['alerts']> {
  const until = performance.now() + CLEARED_MAX_MS
  for (;;) {
    const rows = await db.kysely.selectFrom('alerts').select('resolvedAt').where('kind', '=', 'job.stuck').execute()
    const open = rows.filter(({ resolvedAt }) => resolvedAt === null).length
    if (open === 0 || performance.now() > until) return { raised: rows.length, open }
    await sleep(500)
  }
}

async function countUnpaid({ db }: PayWorld, { letters, acked }: Load) {
  const numbers = letters.map(({ outTradeNo }) => outTradeNo)
  const rows = await db.kysely
    .selectFrom('payments')
    .select('outTradeNo')
    .where('outTradeNo', 'in', numbers)
    .where('state', '<>', 'paid')
    .execute()
  return { unpaid: rows.length, ackedButUnpaid: rows.filter(({ outTradeNo }) => acked.has(outTradeNo)).length }
}

function print(figures: Figures): void {
  const { pages, alerts, lockedMs } = figures
  console.log(`${lockedMs.length} freezes of the database under load, in ${figures.seconds.toFixed(0)} s`)
  console.log(`  answers: ${JSON.stringify(figures.answers)}, the slowest after ${figures.slowestAnswerMs} ms`)
  console.log(`  ${figures.acked} payments acknowledged, ${figures.ackedButUnpaid} of them lost`)
  console.log(
    `  /readyz: ${pages.trueTrouble} times 503 in the freezes, ${pages.falseReady} times wrong, the slowest ${pages.slowestReadyMs} ms`,
  )
  console.log(
    `  /healthz: ${pages.healthy} times well, ${pages.unhealthy} times not, the slowest ${pages.slowestHealthMs} ms`,
  )
  console.log(
    `  jobs under way at each: ${figures.underWay.join(', ')}; lost by a freeze and freed: ${figures.freedJobs}`,
  )
  console.log(`  the last lock after each: ${lockedMs.join(', ')} ms`)
  console.log(`  alerts about stuck jobs: ${alerts.raised} raised, ${alerts.open} still open`)
  console.log(`  books: ${figures.bookProblems.length} problems`)
}
