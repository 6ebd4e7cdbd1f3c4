import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { limits } from '../contract/limits.ts'

export type Mode = 'sandbox' | 'production'

export type Config = {
  mode: Mode
  host: string
  port: number
  dataDir: string
  /** Absent: the embedded PostgreSQL in dataDir. */
  databaseUrl: string | null
  /** Where the outside reaches us; links in mails are built on it, never on a request's Host header. */
  publicUrl: string
  /** False, a hop count, or addresses of proxies whose forwarded headers are believed. */
  trustProxy: false | number | string
  businessTz: string
  workers: number
  /** Seals and derives tokens. */
  secretKey: Buffer
  /** Keys of partner sites that may redeem tickets. */
  partnerKeys: readonly string[]
  logLevel: string
  /** smtp(s)://user:password@host:port. Absent: the sandbox writes mails to dataDir/outbox, production sends none. */
  smtpUrl: string | null
  /** The address alone; the name beside it is the brand's. */
  mailFrom: string
  agreementUrl: string
  messageUrl: string
  usageUrl: string
  /** What opening an agency costs. */
  agencyFeeFen: number
}

type Env = Record<string, string | undefined>

/** The only reader of the environment. Every wrong setting is listed in one error. */
export function readConfig(env: Env = process.env): Config {
  const wrong: string[] = []
  const mode = oneOf(env, 'MODE', ['sandbox', 'production'] as const, 'sandbox', wrong)
  const host = env.HOST || '127.0.0.1'
  const port = integer(env, 'PORT', 3000, 0, 65535, wrong)
  const dataDir = path.resolve(env.DATA_DIR || './data')
  const publicUrl = httpUrl(env, 'PUBLIC_URL', `http://${host.includes(':') ? `[${host}]` : host}:${port}`, wrong)
  const config: Config = {
    mode,
    host,
    port,
    dataDir,
    databaseUrl: env.DATABASE_URL || null,
    publicUrl,
    trustProxy: trustProxy(env.TRUST_PROXY),
    businessTz: timeZone(env, wrong),
    workers: integer(env, 'WORKERS', 1, 1, 64, wrong),
    secretKey: secretKey(env, mode, dataDir, wrong),
    partnerKeys: partnerKeys(env, wrong),
    logLevel: oneOf(env, 'LOG_LEVEL', ['silent', 'error', 'warn', 'info', 'debug'] as const, 'info', wrong),
    smtpUrl: smtpUrl(env, wrong),
    mailFrom: mailFrom(env, wrong),
    agreementUrl: pageUrl(env, 'AGREEMENT_URL', '/hosted/agreement', publicUrl, wrong),
    messageUrl: pageUrl(env, 'MESSAGE_URL', '/hosted/notices', publicUrl, wrong),
    usageUrl: pageUrl(env, 'USAGE_URL', '/hosted/usage', publicUrl, wrong),
    agencyFeeFen: integer(env, 'AGENCY_FEE_FEN', limits.agencyFeeFen, 1, limits.moneyMaxFen, wrong),
  }
  if (mode === 'production' && !env.PUBLIC_URL) wrong.push('PUBLIC_URL is required in production')
  if (wrong.length > 0) throw new ConfigError(wrong)
  return Object.freeze(config)
}

/** Whether codes and notices reach anybody. */
export function hasMail(config: Pick<Config, 'smtpUrl' | 'mode'>): boolean {
  return config.smtpUrl !== null || config.mode === 'sandbox'
}

/** Where the sandbox leaves its mails; they hold codes, so only our own user may enter. */
export function outboxDir(config: Pick<Config, 'dataDir'>): string {
  return path.join(config.dataDir, 'outbox')
}

export class ConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(`These settings are wrong:\n${problems.map((line) => `  - ${line}`).join('\n')}`)
  }
}

function integer(env: Env, name: string, fallback: number, min: number, max: number, wrong: string[]): number {
  const text = env[name]
  if (!text) return fallback
  const value = Number(text)
  if (Number.isInteger(value) && value >= min && value <= max) return value
  wrong.push(`${name} must be a whole number from ${min} to ${max}, not "${text}"`)
  return fallback
}

function oneOf<T extends string>(env: Env, name: string, allowed: readonly T[], fallback: T, wrong: string[]): T {
  const text = env[name]
  if (!text) return fallback
  const found = allowed.find((value) => value === text)
  if (!found) wrong.push(`${name} must be one of ${allowed.join(', ')}, not "${text}"`)
  return found ?? fallback
}

function httpUrl(env: Env, name: string, fallback: string, wrong: string[]): string {
  const text = env[name] || fallback
  const url = URL.parse(text)
  if (!url || !['http:', 'https:'].includes(url.protocol))
    wrong.push(`${name} must be an http(s) address, not "${text}"`)
  return text.replace(/\/+$/, '')
}

/** A page shown in a frame: our own hosted one, or a foreign https address that is not our origin. */
function pageUrl(env: Env, name: string, hosted: string, publicUrl: string, wrong: string[]): string {
  const text = env[name]
  if (!text) return hosted
  const url = URL.parse(text)
  if (url?.protocol === 'https:' && url.origin !== URL.parse(publicUrl)?.origin && !url.username) return url.href
  wrong.push(`${name} must be an https address of another site, not "${text}"`)
  return hosted
}

/** The value holds a password, so the complaint does not repeat it. */
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
  if (!/^[^\s@<>,;"]+@[^\s@<>,;"]+$/.test(address)) wrong.push(`MAIL_FROM must be an e-mail address, not "${text}"`)
  return address
}

function partnerKeys(env: Env, wrong: string[]): string[] {
  const keys = (env.PARTNER_KEYS ?? '').split(',').filter((key) => key !== '')
  if (keys.some((key) => key.length < 32))
    wrong.push('PARTNER_KEYS must be keys of at least 32 characters, separated by commas')
  return keys
}

function timeZone(env: Env, wrong: string[]): string {
  const zone = env.BUSINESS_TZ || 'Asia/Shanghai'
  try {
    Intl.DateTimeFormat('en', { timeZone: zone })
  } catch {
    wrong.push(`BUSINESS_TZ is not a time zone: "${zone}"`)
  }
  return zone
}

function trustProxy(text: string | undefined): Config['trustProxy'] {
  if (!text || text === 'none') return false
  return /^\d+$/.test(text) ? Number(text) : text
}

/** Production brings its own key; the sandbox makes one and keeps it, so that a restart ends no session. */
function secretKey(env: Env, mode: Mode, dataDir: string, wrong: string[]): Buffer {
  const text = env.SECRET_KEY
  if (text) {
    if (text.length < 32) wrong.push('SECRET_KEY must have at least 32 characters')
    return Buffer.from(text)
  }
  if (mode === 'production') {
    wrong.push('SECRET_KEY is required in production (make one: openssl rand -hex 32)')
    return Buffer.alloc(32)
  }
  return keptKey(dataDir)
}

function keptKey(dataDir: string): Buffer {
  const file = path.join(dataDir, 'secret.key')
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  try {
    writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return Buffer.from(readFileSync(file, 'utf8'))
}
