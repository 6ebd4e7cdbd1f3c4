import { createHash } from 'node:crypto'

import type { Money, PasswordKind, SourceUser } from '../neutral.ts'
import type { FindingCode } from './finding-texts.ts'
import type { Findings } from './findings.ts'
import { looksLikeMarkup } from './markup.ts'
import { findRings } from './rings.ts'

/** Beyond these nothing is compared any more, so that a hostile file costs a known amount of memory. */
const USERS_MAX = 3_000_000
const LARGE_FEN = 10_000_000n
/** As far as numbers are exact. */
const BYTES_MAX = 9_007_199_254_740_991n
const NAME = /^[A-Za-z0-9_.@-]{4,40}$/
const NAME_MAX = 40
const LONGEST_DAYS = 3660
const EMAIL = /^[^\s@]+@[^\s@]+$/

export class UserCheck {
  count = 0
  banned = 0
  withPlan = 0
  withInviter = 0
  renewing = 0
  balanceFen = 0n
  balanceBookedFen = 0n
  commissionFen = 0n
  commissionBookedFen = 0n
  quotaBytes = 0n
  usedBytes = 0n
  readonly passwords = new Map<PasswordKind, number>()
  readonly #findings: Findings
  readonly #ids = new Set<number>()
  readonly #names = new Set<string>()
  /** Names made from e-mails that cannot be names as they are, by old number. They give way, so all others come first. */
  readonly #madeNames = new Map<number, string>()
  readonly #uuids = new Set<number>()
  readonly #tokens = new Set<number>()
  readonly #inviters = new Map<number, number>()
  readonly #plans = new Map<number, number>()

  readonly #farSeconds: number

  constructor(findings: Findings, nowSeconds: number) {
    this.#findings = findings
    this.#farSeconds = nowSeconds + LONGEST_DAYS * 86_400
  }

  has(id: number): boolean {
    return this.#ids.has(id)
  }

  take(user: SourceUser): void {
    if (this.#ids.has(user.id)) return this.#findings.add('userTwice', user.id)
    this.count++
    if (user.isBanned) this.banned++
    if (user.renewsItself) this.renewing++
    this.passwords.set(user.passwordKind, (this.passwords.get(user.passwordKind) ?? 0) + 1)
    this.#takeMoney(user)
    this.#takePlan(user)
    this.#note(user)
    if (this.#ids.size >= USERS_MAX) return this.#findings.add('usersTooMany', user.id)
    this.#ids.add(user.id)
    this.#takeName(user)
    if (user.inviterId !== null) this.#inviters.set(user.id, user.inviterId)
    const uuid = user.uuid.toLowerCase()
    const isUuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(uuid)
    this.#takeKey(this.#uuids, user.id, isUuid ? uuid : null, 'uuidOdd', 'uuidDouble')
    const isToken = /^[\w-]{16,64}$/.test(user.token)
    this.#takeKey(this.#tokens, user.id, isToken ? user.token : null, 'tokenOdd', 'tokenDouble')
  }

  /** When all plans and users are known. */
  finish(hasPlan: (id: number) => boolean): void {
    for (const [id, name] of this.#madeNames) this.#takeOnce(id, name)
    for (const [planId, users] of this.#plans) {
      if (!hasPlan(planId)) this.#findings.addMany('planGone', users, [`plan ${planId}`])
    }
    for (const [id, inviterId] of this.#inviters) {
      if (this.#ids.has(inviterId)) this.withInviter++
      else this.#findings.add('inviterGone', id)
    }
    for (const youngest of findRings(this.#inviters)) {
      this.withInviter--
      this.#findings.add('inviterRing', youngest)
    }
  }

  #takeMoney(user: SourceUser): void {
    const { id, balance, commission } = user
    this.balanceFen += balance.fen
    this.commissionFen += commission.fen
    this.balanceBookedFen += this.#booked(id, balance, 'balance')
    this.commissionBookedFen += this.#booked(id, commission, 'commission')
  }

  #booked(id: number, { fen, isOdd }: Money, what: 'balance' | 'commission'): bigint {
    if (isOdd) this.#findings.add(`${what}Odd`, id)
    if (fen < 0n) this.#findings.add(`${what}Negative`, id, fen)
    if (fen > LARGE_FEN) this.#findings.add(`${what}Large`, id, fen)
    return fen > 0n ? fen : 0n
  }

  #takePlan({ id, planId, expiresAt, endsInMs, quotaBytes, usedBytes }: SourceUser): void {
    if (usedBytes < 0n) this.#findings.add('usedNegative', id)
    else this.usedBytes += usedBytes
    if (quotaBytes < 0n) this.#findings.add('quotaOdd', id)
    else if (quotaBytes > BYTES_MAX) this.#findings.add('quotaHuge', id)
    else this.quotaBytes += quotaBytes
    if (planId === null) return
    this.withPlan++
    if (expiresAt === 'never') this.#findings.add('endsNever', id)
    else if ((expiresAt ?? 0) > this.#farSeconds) this.#findings.add('endsFar', id)
    if (endsInMs) this.#findings.add('endsMs', id)
    this.#plans.set(planId, (this.#plans.get(planId) ?? 0) + 1)
  }

  #note(user: SourceUser): void {
    const { id } = user
    if (user.passwordKind === 'unknown' || user.passwordKind === 'none') this.#findings.add('passwordUnknown', id)
    if (user.hasOwnDiscount) this.#findings.add('discountOwn', id)
    if (user.hasOwnCommission) this.#findings.add('commissionOwn', id)
    if (user.hasTelegram) this.#findings.add('telegram', id)
    if (user.isStaff) this.#findings.add('staff', id)
    if (looksLikeMarkup(user.email)) this.#findings.add('nameMarkup', `user ${id}`)
  }

  #takeName({ id, email }: SourceUser): void {
    const isMail = EMAIL.test(email)
    if (isUserName(email)) {
      if (!isMail) this.#findings.add('mailName', id)
      return this.#takeOnce(id, email.toLowerCase())
    }
    this.#findings.add(isMail ? 'nameChanged' : 'mailNone', id)
    this.#madeNames.set(id, isMail ? toUserName(email).toLowerCase() : `user-${id}`)
  }

  #takeOnce(id: number, name: string): void {
    if (this.#names.has(name)) this.#findings.add('nameDouble', id)
    this.#names.add(name)
  }

  #takeKey(known: Set<number>, id: number, key: string | null, odd: FindingCode, double: FindingCode): void {
    if (key === null) return this.#findings.add(odd, id)
    const mark = markOf(key)
    if (known.has(mark)) this.#findings.add(double, id)
    known.add(mark)
  }
}

/**
 * Whether what a user signs in by there is a user name as it stands: whoever has it types it here, and must find himself.
 * Plugins make users whose e-mail is a name.
 */
export function isUserName(email: string): boolean {
  return NAME.test(email)
}

/** What a user signs in by here, from the e-mail. */
export function toUserName(email: string): string {
  return email
    .replaceAll(/[^A-Za-z0-9_.@-]/g, '-')
    .slice(0, NAME_MAX)
    .padEnd(4, '-')
}

/** 48 bits of a digest: a key of a user is not kept, and a million of them are told apart. */
function markOf(key: string): number {
  return createHash('sha256').update(key).digest().readUIntBE(0, 6)
}
