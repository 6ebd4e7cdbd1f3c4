import { ConfigError, hasMail, readConfig, type Config } from '../../../config.ts'
import { checkMailServer } from '../../mail/check-mail-server.ts'
import { freePercent } from '../../monitor/figures/platform-figures.ts'
import type { Db } from '../../../platform/db.ts'
import { findDatabaseFolder, loadFreeDisk, type FreeDisk } from '../../../platform/free-disk.ts'
import { note, ok, problem, type Finding } from './finding.ts'

export function checkSettings(): { config: Config | null; findings: Finding[] } {
  try {
    const config = readConfig()
    return { config, findings: [ok('settings', `${config.mode}, ${config.publicUrl}`), ...findDoubts(config)] }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const lines = error.message.split('\n').slice(1)
    const toFinding = (line: string) =>
      problem('settings', line.replace(/^\s*- /, ''), 'Set it as docs/operations.md says')
    return { config: null, findings: lines.map(toFinding) }
  }
}

/** Each is allowed, but hardly intended in production. */
export function findDoubts({ mode, publicUrl, trustProxy, alerts }: Config): Finding[] {
  if (mode === 'sandbox') return [note('settings', 'sandbox: payments are play', 'Set MODE=production to earn money')]
  const findings: Finding[] = []
  const isHttps = publicUrl.startsWith('https:')
  if (!isHttps)
    findings.push(note('settings', 'PUBLIC_URL is not https', 'Put a TLS proxy in front (deploy/nginx.conf)'))
  if (isHttps && trustProxy === false) {
    const todo = 'Set TRUST_PROXY=1: behind the TLS proxy all visitors seem to have one address'
    findings.push(problem('settings', 'TRUST_PROXY is not set', todo))
  }
  if (alerts.mailTo.length === 0 && alerts.webhookUrl === null) {
    findings.push(note('settings', 'nobody is told of alerts', 'Set ALERT_MAIL_TO or ALERT_WEBHOOK_URL'))
  }
  return findings
}

export async function checkDisk({ dataDir, alerts }: Config): Promise<Finding[]> {
  const disk = (await loadFreeDisk([dataDir])) ?? (await loadFreeDisk(['/']))
  return [judgeDisk('disk', disk, `the disk of ${dataDir}`, alerts)]
}

export async function checkDatabaseDisk(db: Db, { alerts }: Config): Promise<Finding[]> {
  const folder = await findDatabaseFolder(db)
  const disk = folder === null ? null : await loadFreeDisk([folder])
  return disk ? [judgeDisk('database disk', disk, `the database's disk (${folder})`, alerts)] : []
}

function judgeDisk(area: string, disk: FreeDisk | null, where: string, alerts: Config['alerts']): Finding {
  const free = freePercent(disk?.freeBytes ?? null, disk?.totalBytes ?? null) ?? 100
  const says = `${free} % free`
  return free < alerts.diskFreePercent ? problem(area, says, `Make room on ${where}`) : ok(area, says)
}

export async function checkMail(config: Config): Promise<Finding[]> {
  if (!hasMail(config)) {
    return [
      note(
        'mail',
        'SMTP_URL is not set: no mail is sent',
        'Set it, or users cannot reset a password by themselves, and staff join without a proved address',
      ),
    ]
  }
  if (config.smtpUrl === null) return [ok('mail', 'written to DATA_DIR/outbox')]
  const trouble = await checkMailServer(config)
  return [
    trouble === null ? ok('mail', 'the mail server takes our mails') : problem('mail', trouble.says, trouble.toCheck),
  ]
}
