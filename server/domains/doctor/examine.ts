import { checkBackup } from './check-backup.ts'
import { checkClients } from './check-clients.ts'
import { checkDatabase, checkDemo, checkMigrations, checkMode, checkSecretKey } from './check-database.ts'
import { checkDatabaseDisk } from './check-machine.ts'
import { checkMerchants, checkPayments, checkResellers } from './check-trade.ts'
import { checkAlerts, checkJobs, checkNodes, checkProcesses } from './check-work.ts'
import { look, type CheckCtx, type Finding } from './finding.ts'

/**
 * Checks everything in the database except the books, which take long to read. `isReadable`: the tables are of this
 * release.
 */
export async function examineInstallation(ctx: CheckCtx): Promise<{ findings: Finding[]; isReadable: boolean }> {
  const { db, config } = ctx
  const findings = [...(await checkDatabase(db)), ...(await checkMode(db, config)), ...(await checkMigrations(db))]
  // The tables that the checks below read may be missing, or of another release or mode.
  if (findings.some(({ area, state }) => ['migrations', 'mode'].includes(area) && state === 'problem')) {
    return { findings, isReadable: false }
  }
  const checks: [area: string, check: () => Promise<Finding[]>][] = [
    ['secret key', () => checkSecretKey(db, config)],
    ['database disk', () => checkDatabaseDisk(db, config)],
    ['demo data', () => checkDemo(db, config)],
    ['resellers', () => checkResellers(ctx)],
    ['clients', () => checkClients(ctx)],
    ['merchants', () => checkMerchants(ctx)],
    ['payments', () => checkPayments(ctx)],
    ['servers', () => checkProcesses(ctx)],
    ['jobs', () => checkJobs(ctx)],
    ['nodes', () => checkNodes(ctx)],
    ['alerts', () => checkAlerts(ctx)],
    ['backup', () => checkBackup(ctx)],
  ]
  for (const [area, check] of checks) findings.push(...(await look(area, check)))
  return { findings, isReadable: true }
}
