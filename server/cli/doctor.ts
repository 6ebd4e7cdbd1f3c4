import type { Config } from '../config.ts'
import { writeAudit } from '../platform/audit.ts'
import { clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import { command } from './command.ts'
import { checkBackup } from './doctor/check-backup.ts'
import { checkDatabase, checkDemo, checkMigrations, checkSecretKey } from './doctor/check-database.ts'
import { checkDatabaseDisk, checkDisk, checkMail, checkSettings } from './doctor/check-machine.ts'
import { checkLedger, checkMerchants, checkPayments, checkResellers } from './doctor/check-trade.ts'
import { checkAlerts, checkJobs, checkNodes, checkProcesses } from './doctor/check-work.ts'
import { findingLines, look, problem, type Finding } from './doctor/finding.ts'
import { withDatabase } from './open-database.ts'

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
    findings.push(...(await withDatabase(config, (db) => examineDatabase(db, config, actor))))
  } catch (error) {
    const { message } = error instanceof AggregateError ? (error.errors[0] as Error) : (error as Error)
    findings.push(problem('database', message, 'Start it, or check DATABASE_URL and DATA_DIR'))
  }
  return findings
}

async function examineDatabase(db: Db, config: Config, actor: string): Promise<Finding[]> {
  const findings = [...(await checkDatabase(db)), ...(await checkMigrations(db))]
  // The tables that everything below looks at may be missing.
  if (findings.some(({ area, state }) => area === 'migrations' && state === 'problem')) return findings
  const ctx = { db, config, now: clock.now() }
  const checks: [area: string, check: () => Promise<Finding[]>][] = [
    ['secret key', () => checkSecretKey(db, config)],
    ['database disk', () => checkDatabaseDisk(db, config)],
    ['demo data', () => checkDemo(db, config)],
    ['resellers', () => checkResellers(ctx)],
    ['merchants', () => checkMerchants(ctx)],
    ['payments', () => checkPayments(ctx)],
    ['servers', () => checkProcesses(ctx)],
    ['jobs', () => checkJobs(ctx)],
    ['nodes', () => checkNodes(ctx)],
    ['alerts', () => checkAlerts(ctx)],
    ['books', () => checkLedger(ctx)],
    ['backup', () => checkBackup(ctx)],
  ]
  for (const [area, check] of checks) findings.push(...(await look(area, check)))
  const problems = findings.filter(({ state }) => state === 'problem').length
  const entry = { resellerId: null, actor, action: 'operator.doctor_ran', subject: null }
  await writeAudit(db, { ...entry, detail: { problems } }, ctx.now)
  return findings
}
