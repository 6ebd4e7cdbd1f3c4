import { isIP } from 'node:net'
import { userInfo } from 'node:os'
import path from 'node:path'

import { foreignPage } from '../contract/frame-address.ts'
import { LANGUAGES, type Language } from '../contract/languages.ts'
import { limits } from '../contract/limits.ts'
import { readBackupHook, type BackupHook } from './settings/backup-hook.ts'
import { databaseProblems } from './settings/database.ts'
import { lifelineHosts } from './settings/lifeline.ts'
import { limitProblems } from './settings/limits.ts'
import { findMisspelt, type Misspelt } from './settings/misspelt.ts'
import { readSecretKey, type SecretKey } from './settings/secret-key.ts'
import type { SettingName } from './settings/settings.ts'
import { showSettings, type ShownSetting } from './settings/shown-settings.ts'
import { readTelegram, type TelegramSettings } from './settings/telegram.ts'
import { readTimeZone } from './settings/time-zone.ts'
import { readTrustProxy } from './settings/trust-proxy.ts'

export type Mode = 'sandbox' | 'production'

export type Config = SecretKey & {
  mode: Mode
  host: string
  port: number
  dataDir: string
  /** Absent: the embedded PostgreSQL in dataDir. */
  databaseUrl: string | null
  /** A standby for read-only calls; null: the primary answers everything. */
  databaseReadUrl: string | null
  /** Our address from outside. Links in mails are built on it, never on a request's Host header. */
  publicUrl: string
  /** False, a hop count, or addresses of proxies whose forwarded headers are believed. */
  trustProxy: false | number | string
  businessTz: string
  workers: number
  /** The previous key, used only to unseal until everything is sealed with the new key. */
  oldSecretKey: Buffer | null
  /** The installation's first key. Long-lived values are derived from it (platform/secrets/secret-mark.ts). */
  derivingKey: Buffer
  /** Keys of partner sites that may redeem tickets. */
  partnerKeys: readonly string[]
  /** Start the sandbox with ninety days of two made-up shops; `npm start` sets this. */
  hasHistory: boolean
  logLevel: string
  /** smtp(s)://user:password@host:port. Absent: the sandbox writes mails to dataDir/outbox, production sends none. */
  smtpUrl: string | null
  /** The address alone; the brand supplies the name. */
  mailFrom: string
  agreementUrl: string
  messageUrl: string
  usageUrl: string
  /** Shown to users of a suspended reseller: an address, a link or a number. Plain text. */
  operatorContact: string | null
  /** What opening an agency costs. */
  agencyFeeFen: number
  /** How often foreign node agents are told to push and pull. */
  uniproxyIntervalS: number
  /** Lets other machines read /metrics. */
  metricsToken: string | null
  alerts: AlertSettings
  backup: BackupSettings
  /** Name servers for checking domains; empty: the machine's own. */
  dnsServers: readonly string[]
  /** Whether the proxy gets certificates for resellers' domains by itself, or a person does. */
  certificates: 'auto' | 'hand'
  /** Further places, as host:port, that lines get to after a package has ended. */
  lifelineHosts: readonly string[]
  /** Lets platform staff use a payment gateway on loopback in production too, for tests. */
  allowLocalGateway: boolean
  /** The platform's manual payouts need two people: one releases, another pays. */
  fourEyes: boolean
  /** Log statements that take at least this long; 0: none. */
  slowStatementMs: number
  /** Where to send spans and figures by OTLP; null: nowhere. */
  telemetry: TelemetrySettings | null
  telegram: TelegramSettings
  /** All of the above for people: as read, and without secrets. */
  shown: readonly ShownSetting[]
  /** Variables that nobody reads and whose names are nearly those of settings. */
  misspelt: readonly Misspelt[]
}

export type TelemetrySettings = {
  endpoint: string
  /** Extra headers that the collector needs, such as a key. */
  headers: Record<string, string>
  /** Share of calls to trace, from 0 to 1. */
  sampled: number
}

export type BackupSettings = {
  isNightly: boolean
  dir: string
  /** Seals backups made at night and by command. Null: files are not sealed. */
  passphrase: string | null
  /** Copies each finished backup elsewhere. */
  hook: BackupHook | null
  hookLimitS: number
}

/** When the watch raises an alert, and whom it alerts. docs/operations/alerts.md explains each setting. */
export type AlertSettings = {
  mailTo: readonly string[]
  /** Send mails at most this often; the next mail includes what happened in between. */
  mailGapS: number
  webhookUrl: string | null
  webhookSecret: string | null
  language: Language
  nodeSilentS: number
  uniproxySilentS: number
  /** An alert is over once all has been well for this long. */
  recoveryS: number
  paymentSuccessPercent: number
  /** With fewer decided payments than this, the success rate says nothing. */
  paymentSuccessMin: number
  paymentUnsettledS: number
  /** Hours that a user waits for an answer of the help desk. */
  ticketWaitH: number
  diskFreePercent: number
  /** A shorter outage of the database raises no alert. */
  databaseAwayS: number
}

/** What a command is typed with, by whom and for which other database; these are not server settings. */
type EnvName = SettingName | 'OPERATOR' | 'SUDO_USER' | 'SOURCE_PASSWORD' | 'CALLED_AS' | 'INIT_CWD'
type Env = { readonly [Name in EnvName]?: string | undefined }
const ADDRESS = /^[^\s@<>,;"]+@[^\s@<>,;"]+$/

/** Only this function and contract/limits.ts read the environment. One error lists every wrong setting. */
export function readConfig(env: Env = process.env): Config {
  const wrong: string[] = []
  const mode = oneOf(env, 'MODE', ['sandbox', 'production'] as const, 'sandbox', wrong)
  const host = env.HOST || '127.0.0.1'
  const port = integer(env, 'PORT', 3000, 0, 65535, wrong)
  const dataDir = path.resolve(env.DATA_DIR || './data')
  const publicUrl = httpUrl(env, 'PUBLIC_URL', `http://${host.includes(':') ? `[${host}]` : host}:${port}`, wrong)
  const key = readSecretKey(env, { mode, dataDir }, wrong)
  const config: Omit<Config, 'shown' | 'misspelt'> = {
    mode,
    host,
    port,
    dataDir,
    databaseUrl: env.DATABASE_URL || null,
    publicUrl,
    databaseReadUrl: env.DATABASE_READ_URL || null,
    trustProxy: readTrustProxy(env.TRUST_PROXY, wrong),
    businessTz: readTimeZone(env.BUSINESS_TZ, wrong),
    workers: integer(env, 'WORKERS', 1, 1, 64, wrong),
    ...key,
    oldSecretKey: oldSecretKey(env, wrong),
    // Only the primary sets this, for its workers: they may have to start while the database is away.
    derivingKey: env.DERIVING_KEY ? Buffer.from(env.DERIVING_KEY, 'base64') : key.secretKey,
    partnerKeys: partnerKeys(env, wrong),
    hasHistory: mode === 'sandbox' && oneOf(env, 'SANDBOX_HISTORY', ['on', 'off'] as const, 'off', wrong) === 'on',
    logLevel: oneOf(env, 'LOG_LEVEL', ['silent', 'error', 'warn', 'info', 'debug'] as const, 'info', wrong),
    smtpUrl: smtpUrl(env, wrong),
    mailFrom: mailFrom(env, wrong),
    agreementUrl: pageUrl(env, 'AGREEMENT_URL', '/hosted/agreement', publicUrl, wrong),
    messageUrl: pageUrl(env, 'MESSAGE_URL', '/hosted/notices', publicUrl, wrong),
    usageUrl: pageUrl(env, 'USAGE_URL', '/hosted/usage', publicUrl, wrong),
    operatorContact: shortText(env, 'OPERATOR_CONTACT', wrong),
    agencyFeeFen: integer(env, 'AGENCY_FEE_FEN', limits.agencyFeeFen, 1, limits.moneyMaxFen, wrong),
    uniproxyIntervalS: integer(env, 'UNIPROXY_INTERVAL_S', 60, 10, 3600, wrong),
    metricsToken: longSecret(env, 'METRICS_TOKEN', wrong),
    alerts: alertSettings(env, wrong),
    dnsServers: dnsServers(env, wrong),
    certificates: oneOf(env, 'DOMAIN_CERTIFICATES', ['auto', 'hand'] as const, 'hand', wrong),
    lifelineHosts: lifelineHosts(env.LIFELINE_HOSTS, wrong),
    allowLocalGateway: env.ALLOW_LOCAL_GATEWAY === '1',
    fourEyes: oneOf(env, 'FOUR_EYES', ['on', 'off'] as const, 'off', wrong) === 'on',
    slowStatementMs: integer(env, 'SLOW_STATEMENT_MS', 1000, 0, 3_600_000, wrong),
    telemetry: telemetrySettings(env, wrong),
    telegram: readTelegram(env, { mode, publicUrl }, wrong),
    backup: {
      isNightly: oneOf(env, 'BACKUP_NIGHTLY', ['on', 'off'] as const, 'on', wrong) === 'on',
      dir: path.resolve(env.BACKUP_DIR || path.join(dataDir, 'backups')),
      passphrase: longSecret(env, 'BACKUP_PASSPHRASE', wrong, 12),
      hook: readBackupHook(env, wrong),
      hookLimitS: integer(env, 'BACKUP_HOOK_S', 1800, 1, 3600, wrong),
    },
  }
  wrong.push(...databaseProblems(env), ...limitProblems(env.LIMITS))
  if (mode === 'production' && !env.PUBLIC_URL) wrong.push('PUBLIC_URL is required in production')
  if (wrong.length > 0) throw new ConfigError(wrong)
  return Object.freeze({ ...config, shown: showSettings(env, config), misspelt: findMisspelt(env) })
}

function telemetrySettings(env: Env, wrong: string[]): TelemetrySettings | null {
  if (!env.OTEL_EXPORTER_OTLP_ENDPOINT) return null
  const pairs = (env.OTEL_EXPORTER_OTLP_HEADERS ?? '').split(',').filter((pair) => pair !== '')
  // The values are secrets, so the message does not repeat them.
  if (!pairs.every((pair) => /^[\w-]+=./.test(pair)))
    wrong.push('OTEL_EXPORTER_OTLP_HEADERS must look like name=value,name=value')
  const sampled = Number(env.OTEL_TRACES_SAMPLER_ARG || 1)
  if (!(sampled >= 0 && sampled <= 1)) wrong.push('OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1')
  return {
    endpoint: httpUrl(env, 'OTEL_EXPORTER_OTLP_ENDPOINT', '', wrong),
    headers: Object.fromEntries(pairs.map((pair) => [pair.split('=', 1)[0]!, pair.replace(/^[^=]*=/, '')])),
    sampled,
  }
}

function alertSettings(env: Env, wrong: string[]): AlertSettings {
  const webhookUrl = env.ALERT_WEBHOOK_URL ? httpUrl(env, 'ALERT_WEBHOOK_URL', '', wrong) : null
  const webhookSecret = longSecret(env, 'ALERT_WEBHOOK_SECRET', wrong)
  if (webhookUrl && !webhookSecret) wrong.push('ALERT_WEBHOOK_SECRET is required with ALERT_WEBHOOK_URL')
  const mailTo = (env.ALERT_MAIL_TO ?? '').split(',').filter((address) => address !== '')
  if (mailTo.some((address) => !ADDRESS.test(address)))
    wrong.push('ALERT_MAIL_TO must be e-mail addresses, separated by commas')
  return {
    mailTo,
    mailGapS: integer(env, 'ALERT_MAIL_GAP_S', 60, 0, 86_400, wrong),
    webhookUrl,
    webhookSecret,
    language: oneOf(env, 'ALERT_LANGUAGE', LANGUAGES, 'zh-CN', wrong),
    nodeSilentS: integer(env, 'ALERT_NODE_SILENT_S', 8, 2, 3600, wrong),
    uniproxySilentS: integer(env, 'ALERT_UNIPROXY_SILENT_S', 180, 10, 3600, wrong),
    recoveryS: integer(env, 'ALERT_RECOVERY_S', 10, 0, 3600, wrong),
    paymentSuccessPercent: integer(env, 'ALERT_PAYMENT_SUCCESS_PERCENT', 20, 0, 100, wrong),
    paymentSuccessMin: integer(env, 'ALERT_PAYMENT_SUCCESS_MIN', 10, 1, 100_000, wrong),
    paymentUnsettledS: integer(env, 'ALERT_PAYMENT_UNSETTLED_S', 2700, 60, 86_400, wrong),
    ticketWaitH: integer(env, 'ALERT_TICKET_WAIT_H', 12, 1, 168, wrong),
    diskFreePercent: integer(env, 'ALERT_DISK_FREE_PERCENT', 10, 0, 99, wrong),
    databaseAwayS: integer(env, 'ALERT_DATABASE_AWAY_S', 10, 2, 3600, wrong),
  }
}

function dnsServers(env: Env, wrong: string[]): string[] {
  const servers = (env.DNS_SERVERS ?? '').split(',').filter((server) => server !== '')
  const isServer = (server: string) =>
    isIP(server.replace(/^\[(.*)\](:\d+)?$/, '$1')) !== 0 || isIP(server.replace(/:\d+$/, '')) === 4
  if (!servers.every(isServer))
    wrong.push('DNS_SERVERS must be IP addresses, with a port if wanted, separated by commas')
  return servers
}

/** The message does not repeat the value. */
function longSecret(env: Env, name: EnvName, wrong: string[], min = 32): string | null {
  const text = env[name]
  if (!text) return null
  if (text.length < min) wrong.push(`${name} must have at least ${min} characters`)
  return text
}

function shortText(env: Env, name: EnvName, wrong: string[]): string | null {
  const text = env[name]?.trim()
  if (!text) return null
  if (text.length > 200 || /\p{Cc}/u.test(text)) wrong.push(`${name} must be one line of at most 200 characters`)
  return text
}

/** Whether mails with codes and notices can be sent. */
export function hasMail(config: Pick<Config, 'smtpUrl' | 'mode'>): boolean {
  return config.smtpUrl !== null || config.mode === 'sandbox'
}

/** The settings that decide whether other machines may reach us. */
export type Reach = Pick<Config, 'host' | 'publicUrl' | 'trustProxy'>

/** True when only this machine is meant to reach us. The sandbox's shortcuts work only then. */
export function isOnLoopback({ host, publicUrl, trustProxy }: Reach): boolean {
  return isLoopbackName(host) && isLoopbackName(new URL(publicUrl).hostname) && trustProxy === false
}

export function isLoopbackName(name: string): boolean {
  const plain = name.replaceAll(/[[\]]/g, '')
  return plain === 'localhost' || (isIP(plain) !== 0 && /^(127\.|::1$)/.test(plain))
}

/** Staff need a second factor, except in a sandbox on loopback when called from this machine. */
export function needsFactor(config: Reach & Pick<Config, 'mode'>, { isLocal }: { isLocal: boolean }): boolean {
  return config.mode === 'production' || !isOnLoopback(config) || !isLocal
}

/** Where the sandbox writes its mails. They hold codes, so only our own system user may enter. */
export function outboxDir(config: Pick<Config, 'dataDir'>): string {
  return path.join(config.dataDir, 'outbox')
}

/**
 * Name for the audit log of the person running a command: OPERATOR, else the sudo caller, else the process's user.
 * Anybody who can run commands could also change the log: the name is a reminder, not proof.
 */
export function operatorName(env: Env = process.env): string {
  const given = [env.OPERATOR, env.SUDO_USER].find((name) => name && /^[\w.@-]{1,40}$/.test(name))
  if (given) return `operator:${given}`
  try {
    return `operator:${userInfo().username}`
  } catch {
    // A container's user may have no name.
    return `operator:${process.getuid?.() ?? 'unknown'}`
  }
}

/** The address of the database that an import reads; null when none is set. */
export function sourcePassword(env: Env = process.env): string | null {
  return env.SOURCE_PASSWORD ?? null
}

/** How commands are typed here, and the folder that relative paths mean: npm changes into ours before it runs one. */
export function callerOf(env: Env = process.env): { types: string; folder: string } {
  return { types: env.CALLED_AS || 'npm run -s yx --', folder: env.INIT_CWD || process.cwd() }
}

/** The folder of the sandbox that a command means when nothing says which installation; null when something does. */
export function unnamedSandbox(env: Env = process.env): string | null {
  return env.MODE || env.DATABASE_URL ? null : path.resolve(env.DATA_DIR || './data')
}

export class ConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(`These settings are wrong:\n${problems.map((line) => `  - ${line}`).join('\n')}`)
  }
}

function integer(env: Env, name: EnvName, fallback: number, min: number, max: number, wrong: string[]): number {
  const text = env[name]
  if (!text) return fallback
  const value = Number(text)
  if (Number.isInteger(value) && value >= min && value <= max) return value
  wrong.push(`${name} must be a whole number from ${min} to ${max}, not "${text}"`)
  return fallback
}

function oneOf<T extends string>(env: Env, name: EnvName, allowed: readonly T[], fallback: T, wrong: string[]): T {
  const text = env[name]
  if (!text) return fallback
  const found = allowed.find((value) => value === text)
  if (!found) wrong.push(`${name} must be one of ${allowed.join(', ')}, not "${text}"`)
  return found ?? fallback
}

function httpUrl(env: Env, name: EnvName, fallback: string, wrong: string[]): string {
  const text = env[name] || fallback
  const url = URL.parse(text)
  if (!url || !['http:', 'https:'].includes(url.protocol))
    wrong.push(`${name} must be an http(s) address, not "${text}"`)
  return text.replace(/\/+$/, '')
}

/** A page shown in a frame: our own hosted one, or a foreign https address that is not our origin. */
function pageUrl(env: Env, name: EnvName, hosted: string, publicUrl: string, wrong: string[]): string {
  const text = env[name]
  if (!text) return hosted
  const url = foreignPage(text, [URL.parse(publicUrl)?.origin ?? ''])
  if (url) return url.href
  wrong.push(`${name} must be an https address of another site, not "${text}"`)
  return hosted
}

/** The value holds a password, so the message does not repeat it. */
function smtpUrl(env: Env, wrong: string[]): string | null {
  if (!env.SMTP_URL) return null
  const url = URL.parse(env.SMTP_URL)
  if (!url || !['smtp:', 'smtps:'].includes(url.protocol) || !url.hostname)
    wrong.push('SMTP_URL must look like smtps://user:password@host:465')
  return env.SMTP_URL
}

function mailFrom(env: Env, wrong: string[]): string {
  const text = env.MAIL_FROM || 'no-reply@localhost'
  const address = /<([^<>]+)>$/.exec(text)?.[1] ?? text
  if (!ADDRESS.test(address)) wrong.push(`MAIL_FROM must be an e-mail address, not "${text}"`)
  return address
}

function partnerKeys(env: Env, wrong: string[]): string[] {
  const keys = (env.PARTNER_KEYS ?? '').split(',').filter((key) => key !== '')
  if (keys.some((key) => key.length < 32))
    wrong.push('PARTNER_KEYS must be keys of at least 32 characters, separated by commas')
  return keys
}

function oldSecretKey(env: Env, wrong: string[]): Buffer | null {
  const text = longSecret(env, 'SECRET_KEY_OLD', wrong)
  if (text !== null && text === env.SECRET_KEY) wrong.push('SECRET_KEY_OLD must be the key of before, not SECRET_KEY')
  return text === null ? null : Buffer.from(text)
}
