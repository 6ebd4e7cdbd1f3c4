import type { Static } from 'typebox'

import type { consoleApi } from '../../../../contract/console/api.ts'
import type { DoctorFinding } from '../../../../contract/console/machine.ts'
import type { StaffCtx } from '../../../platform/context.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { AnswerOf } from '../../../platform/http/answer.ts'
import { plainError } from '../../../platform/jobs/job-desk.ts'
import { pointsByName } from '../../../platform/limits/limits.ts'
import { release } from '../../../platform/release.ts'
import { checkDisk, checkMail, findDoubts, tellSettings } from '../../doctor/check-machine.ts'
import { examineInstallation } from '../../doctor/examine.ts'
import { look, note, ok, problem, told, type Finding } from '../../doctor/finding.ts'
import { loadPlatformFigures } from '../../monitor/figures/platform-figures.ts'
import { loadLastBookCheck } from '../../monitor/figures/platform-health.ts'
import { countOver, findLimitRows } from './queries.ts'

type Calls = typeof consoleApi.machine
type Ctx = StaffCtx<'platform'>

export async function showMachine(ctx: Ctx): Promise<AnswerOf<Calls['show']>> {
  return {
    release,
    platform: await loadPlatformFigures(ctx.db, ctx.now),
    limits: await findLimits(ctx),
    settings: [...ctx.config.shown],
  }
}

/** Lists the limits in use. `points` is null for a limit that this process never counted. */
async function findLimits(ctx: Ctx): Promise<Static<Calls['show']['output']>['limits']> {
  const heights = pointsByName(ctx)
  const rows = await findLimitRows(ctx.db, ctx.now)
  const limits = rows.map(async (row) => {
    const points = heights.get(row.name) ?? null
    const over = points !== null && row.most > points ? await countOver(ctx.db, row.name, points, ctx.now) : 0
    return { ...row, points, over }
  })
  return Promise.all(limits)
}

export async function askDoctor(ctx: Ctx): Promise<{ findings: DoctorFinding[] }> {
  const { config, now } = ctx
  // A console call never runs inside another transaction, so this is a Db.
  const db = ctx.db as Db
  const findings = [
    tellSettings(config),
    ...findDoubts(config),
    ...(await look('disk', () => checkDisk(config))),
    ...(await look('mail', () => checkMail(config))),
    ...(await examineInstallation({ db, config, now })).findings,
    await lastBooks(ctx),
  ]
  return { findings: findings.map(plainFinding) }
}

/** The watch reads the books every ten minutes: its result is as good, and quick to load. */
async function lastBooks({ db }: Ctx): Promise<Finding> {
  const check = await loadLastBookCheck(db)
  if (!check) return note('books', 'they were not checked yet', 'Wait ten minutes, or: books check', told('books_none'))
  const at = check.checkedAt.toISOString()
  if (check.problems === 0) {
    const what = told('books_ok', { count: check.transactions })
    return ok('books', `${check.transactions} transactions, every invariant held at ${at}`, what)
  }
  const says = `${check.problems} violations at ${at}`
  const todo = 'Stop selling until it is understood (books check, docs/money.md)'
  return problem('books', says, todo, told('books_bad', { count: check.problems }))
}

/** A failed check carries a program's error message, which may hold secrets. */
function plainFinding(finding: Finding): Finding {
  if (finding.state !== 'problem') return finding
  const plain = <T extends string | number>(value: T) =>
    typeof value === 'string' ? (plainError(value) ?? value) : value
  const facts = Object.entries(finding.facts).map(([name, value]) => [name, plain(value)])
  return { ...finding, says: plain(finding.says), facts: Object.fromEntries(facts) as Finding['facts'] }
}
