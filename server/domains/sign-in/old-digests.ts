import { createHash } from 'node:crypto'

import { hashPassword, verifyPassword } from '../../platform/secrets/passwords.ts'

/** How other panels keep passwords. The salted ones are the digest of the password followed by the salt. */
export type OldKind = 'bcrypt' | 'md5' | 'sha256' | 'md5salt' | 'sha256salt'

type Stored = {
  passwordHash: string
  /** Null: the hash is one of the password itself. */
  passwordKind: OldKind | null
  /** For bcrypt its settings: the digest's first 29 characters. */
  passwordSalt: string | null
}

/** A second of work. Each step doubles it, and one row of a hostile file would make everybody wait: such digests match nothing. */
const COST_MAX = 14
/** The other panels' programs read no further. */
const BCRYPT_BYTES = 72
const SETTINGS = /^\$2[aby]\$(\d\d)\$([./A-Za-z0-9]{22})$/

/** How much work of bcrypt this process has done, in its rounds; tests use it to compare known and unknown accounts. */
export const bcryptRounds = { value: 0 }

/**
 * What `accounts.password_hash` holds for a digest that came from another panel, written as it was there. A stolen
 * database has no digest that is quick to guess. Few at a time: they share their slots with people who sign in.
 */
export function wrapOldDigest(_kind: OldKind, digest: string): Promise<string> {
  return hashPassword(digest, { isPatient: true })
}

/**
 * Compares a password with what an account has, whichever way it came; a missing account matches none. With
 * `slowestCost`, every wrong password costs as much as one against bcrypt of that cost: time tells neither whether an
 * account exists nor how its password is kept.
 */
export function verifyStored(
  stored: Stored | null,
  password: string,
  { isFirst = false, slowestCost = null }: { isFirst?: boolean; slowestCost?: number | null } = {},
): Promise<boolean> {
  const { passwordHash = null, passwordKind = null, passwordSalt = '' } = stored ?? {}
  const salt = passwordSalt ?? ''
  const ownCost = passwordKind === 'bcrypt' ? costOf(salt) : null
  return verifyPassword(passwordHash, password, {
    isFirst,
    ...(passwordKind ? { digest: (text: string) => digestOf(passwordKind, salt, text) } : {}),
    afterWrong: () => spendRest(ownCost, slowestCost),
  })
}

/** As the other panel stored it. */
async function digestOf(kind: OldKind, salt: string, password: string): Promise<string> {
  if (kind === 'bcrypt') return costOf(salt) === null ? '' : salt + (await bcrypt(salt, password))
  const text = kind === 'md5salt' || kind === 'sha256salt' ? password + salt : password
  return createHash(kind.startsWith('md5') ? 'md5' : 'sha256')
    .update(text)
    .digest('hex')
}

/** From 2^own rounds to 2^slowest: the steps between are the difference. */
async function spendRest(own: number | null, slowest: number | null): Promise<void> {
  if (slowest === null) return
  const most = Math.min(slowest, COST_MAX)
  if (own === null) return void (await bcrypt(nobodys(most), ''))
  for (let cost = own; cost < most; cost += 1) await bcrypt(nobodys(cost), '')
}

const nobodys = (cost: number) => `$2y$${String(cost).padStart(2, '0')}$${'.'.repeat(22)}`

function costOf(settings: string): number | null {
  const cost = Number(SETTINGS.exec(settings)?.[1] ?? 0)
  return cost >= 4 && cost <= COST_MAX ? cost : null
}

/** The part after the settings. Runs beside the event loop, as argon2 does. */
async function bcrypt(settings: string, password: string): Promise<string> {
  const [, cost = '', salt = ''] = SETTINGS.exec(settings)!
  bcryptRounds.value += 2 ** Number(cost)
  const [read = ''] = password.split('\0', 1)
  const bytes = Buffer.from(read).subarray(0, BCRYPT_BYTES)
  // Loaded when first needed: most installations have no such users.
  const { hash } = await import('@node-rs/bcrypt')
  return (await hash(bytes, Number(cost), decodeSalt(salt))).slice(-31)
}

/** Bcrypt has its own order of base64's letters. */
const LETTERS = './ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const STANDARD = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

function decodeSalt(salt: string): Buffer {
  return Buffer.from(
    salt.replaceAll(/./g, (letter) => STANDARD[LETTERS.indexOf(letter)]!),
    'base64',
  )
}
