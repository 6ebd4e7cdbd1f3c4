import { ConfigError, hasMail, readConfig, type Config } from '../../config.ts'
import type { Db } from '../../platform/db/db.ts'
import { findDatabaseFolder, loadFreeDisk, type FreeDisk } from '../../platform/postgres/free-disk.ts'
import { checkMailServer } from '../mail/check-mail-server.ts'
import { freePercent } from '../monitor/figures/platform-figures.ts'
import { note, ok, problem, told, type Finding } from './finding.ts'

export function checkSettings(): { config: Config | null; findings: Finding[] } {
  try {
    const config = readConfig()
    return { config, findings: [tellSettings(config), ...findDoubts(config)] }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const lines = error.message.split('\n').slice(1)
    const toFinding = (line: string) => {
      const why = line.replace(/^\s*- /, '')
      return problem('settings', why, 'Set it as docs/settings.md says', told('look_failed', { why }))
    }
    return { config: null, findings: lines.map(toFinding) }
  }
}

export function tellSettings({ mode, publicUrl }: Config): Finding {
  return ok('settings', `${mode}, ${publicUrl}`, told('settings_ok', { mode, url: publicUrl }))
}

/** Finds settings that are allowed, but hardly intended. */
export function findDoubts({ mode, publicUrl, trustProxy, alerts, misspelt }: Config): Finding[] {
  const findings = misspelt.map(({ name, meant }) => {
    const what = told('settings_misspelt', { name, meant })
    return problem('settings', `nobody reads ${name}`, `If you mean ${meant}, name it so`, what)
  })
  if (mode === 'sandbox') {
    const todo = 'Set MODE=production to earn money'
    return [...findings, note('settings', 'sandbox: payments are play', todo, told('settings_sandbox'))]
  }
  const isHttps = publicUrl.startsWith('https:')
  if (!isHttps) {
    const todo = 'Put a TLS proxy in front (deploy/nginx.conf)'
    findings.push(note('settings', 'PUBLIC_URL is not https', todo, told('settings_http')))
  }
  if (isHttps && trustProxy === false) {
    const todo = 'Set TRUST_PROXY=1: behind the TLS proxy all visitors seem to have one address'
    findings.push(problem('settings', 'TRUST_PROXY is not set', todo, told('settings_proxy')))
  }
  if (alerts.mailTo.length === 0 && alerts.webhookUrl === null) {
    const todo = 'Set ALERT_MAIL_TO or ALERT_WEBHOOK_URL'
    findings.push(note('settings', 'nobody is told of alerts', todo, told('settings_nobody')))
  }
  return findings
}

export async function checkDisk({ dataDir, alerts }: Config): Promise<Finding[]> {
  const disk = (await loadFreeDisk([dataDir])) ?? (await loadFreeDisk(['/']))
  return [judgeDisk('disk', disk, `the disk of ${dataDir}`, alerts)]
}

/** A database on another machine is not looked at: its disk is watched there. */
export async function checkDatabaseDisk(db: Db, { alerts }: Config): Promise<Finding[]> {
  const { isHere, folder, role } = await findDatabaseFolder(db)
  if (!isHere) return []
  const disk = folder === null ? null : await loadFreeDisk([folder])
  if (disk) return [judgeDisk('database disk', disk, `the database's disk (${folder})`, alerts)]
  const todo = `As the database's superuser: grant pg_read_all_settings to ${role}`
  return [note('database disk', 'not seen', todo, told('disk_unseen', { role }))]
}

function judgeDisk(area: string, disk: FreeDisk | null, where: string, alerts: Config['alerts']): Finding {
  const free = freePercent(disk?.freeBytes ?? null, disk?.totalBytes ?? null) ?? 100
  const says = `${free} % free`
  if (free >= alerts.diskFreePercent) return ok(area, says, told('disk_ok', { percent: free }))
  return problem(area, says, `Make room on ${where}`, told('disk_low', { percent: free, where }))
}

export async function checkMail(config: Config): Promise<Finding[]> {
  if (!hasMail(config)) {
    const todo = 'Set it, or users cannot reset a password by themselves, and staff join without a proved address'
    return [note('mail', 'SMTP_URL is not set: no mail is sent', todo, told('mail_off'))]
  }
  if (config.smtpUrl === null) return [ok('mail', 'written to DATA_DIR/outbox', told('mail_outbox'))]
  const trouble = await checkMailServer(config)
  if (trouble === null) return [ok('mail', 'the mail server takes our mails', told('mail_ok'))]
  return [problem('mail', trouble.says, trouble.toCheck, told('mail_bad', { why: trouble.says }))]
}
