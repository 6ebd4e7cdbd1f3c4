import type { Config } from '../config.ts'
import { writeAudit } from '../domains/audit/audit.ts'
import { checkDisk, checkMail, checkSettings } from '../domains/doctor/check-machine.ts'
import { checkLedger } from '../domains/doctor/check-trade.ts'
import { examineInstallation } from '../domains/doctor/examine.ts'
import { failed, findingLines, look, type Finding } from '../domains/doctor/finding.ts'
import { clock } from '../platform/clock.ts'
import type { Db } from '../platform/db/db.ts'
import { command } from './command.ts'
import { withDatabase } from './open-database.ts'
// It tells how long each kind of job may take.
import '../jobs.ts'

export const doctorCommands = [
  command({
    name: 'doctor',
    summary: 'Look at settings, database, disk, mail, merchants, jobs, nodes and books, and say what to do',
    options: {},
    async runAlone(_values, actor) {
      const { config, findings } = checkSettings()
      if (config) findings.push(...(await examine(config, actor)))
      const hasProblems = findings.some(({ state }) => state === 'problem')
      return { lines: findingLines(findings), data: { findings }, hasProblems }
    },
  }),
]

async function examine(config: Config, actor: string): Promise<Finding[]> {
  const findings = [...(await look('disk', () => checkDisk(config))), ...(await look('mail', () => checkMail(config)))]
  try {
    findings.push(...(await withDatabase(config, (db) => examineDatabase(db, config, actor), { mayBeOther: true })))
  } catch (error) {
    const first = (error instanceof AggregateError ? error.errors[0] : error) as Error
    findings.push(failed('database', first, 'Start it, or check DATABASE_URL and DATA_DIR'))
  }
  return findings
}

async function examineDatabase(db: Db, config: Config, actor: string): Promise<Finding[]> {
  const ctx = { db, config, now: clock.now() }
  const { findings, isReadable } = await examineInstallation(ctx)
  if (!isReadable) return findings
  findings.push(...(await look('books', () => checkLedger(ctx))))
  const problems = findings.filter(({ state }) => state === 'problem').length
  const entry = { resellerId: null, actor, action: 'operator.doctor_ran', subject: null }
  await writeAudit(db, { ...entry, detail: { problems } }, ctx.now)
  return findings
}
