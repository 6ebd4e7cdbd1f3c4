import { randomInt, randomUUID } from 'node:crypto'

import type { Language } from '../../../contract/languages.ts'
import { limits } from '../../../contract/limits.ts'
import type { Config } from '../../config.ts'
import { inTx, type Ctx } from '../../platform/context.ts'
import { hmac, seal } from '../../platform/secrets/crypto.ts'
import type { CodeLane } from './code-lane.ts'
import { insertCode, type CodePurpose } from './code-queries.ts'
import { queueMail } from './queue-mail.ts'

/** The owner of a code. Without an account nobody gets the code, but all else happens, so it costs the same. */
export type CodeOwner = { resellerId: number; userName: string; accountId: number | null; email: string }
type CodeCtx = Pick<Ctx, 'db' | 'now' | 'config'>
type NewCode = {
  purpose: CodePurpose
  lane: CodeLane
  digits: number
  guesses: number
  ttlMs: number
  isMailed: boolean
}

/** Returns an operator's code once; only its hash is stored. Voids an older code. */
export async function issueToldCode(
  ctx: CodeCtx,
  owner: CodeOwner,
  ttlMs: number = limits.operatorCodeTtlMs,
): Promise<string> {
  const { operatorCodeDigits: digits, operatorCodeGuessesInAll: guesses } = limits
  const lane = 'name'
  return (await issueCode(ctx, owner, { purpose: 'operator_reset', lane, digits, guesses, ttlMs, isMailed: false }))
    .code
}

/** Mails the same kind of code, so that the staff member who issued it never sees it. */
export async function mailStaffCode(
  ctx: CodeCtx,
  owner: CodeOwner,
  { template, language }: { template: 'code_staff' | 'code_welcome'; language: Language },
): Promise<void> {
  const { operatorCodeDigits: digits, operatorCodeGuessesInAll: guesses } = limits
  const ttlMs = template === 'code_welcome' ? limits.welcomeCodeTtlMs : limits.operatorCodeTtlMs
  await inTx(ctx, async (tx) => {
    const code = { purpose: 'operator_reset', lane: 'name', digits, guesses, ttlMs, isMailed: true } as const
    const { id: codeId } = await issueCode(tx, owner, code)
    const { resellerId, accountId, email: to } = owner
    await queueMail(tx, { resellerId, accountId, to, template, language, params: {}, codeId })
  })
}

type ToStaff = { resellerId: number; invitationId: string; email: string; language: Language }

/** Mails the code that proves a new member's address. Only the reader of the mail sees it. */
export async function mailStaffEmailCode(
  ctx: CodeCtx,
  { resellerId, invitationId, email, language }: ToStaff,
): Promise<void> {
  await inTx(ctx, async (tx) => {
    const { mailCodeDigits: digits, mailCodeGuessesInAll: guesses, mailCodeTtlMs: ttlMs } = limits
    const owner = { resellerId, userName: invitationId, accountId: null, email }
    const code = { purpose: 'staff_email', lane: 'name', digits, guesses, ttlMs, isMailed: true } as const
    const { id: codeId } = await issueCode(tx, owner, code)
    const mail = { resellerId, accountId: null, to: email, language, params: {}, codeId }
    await queueMail(tx, { ...mail, template: 'code_staff_email' })
  })
}

type ToRecover = { resellerId: number; subject: string; email: string; language: Language; name: string }

/** Mails the code that resets a member's password. Without an address nobody gets it, but it costs the same. */
export async function mailStaffResetCode(
  ctx: CodeCtx,
  { resellerId, subject, email, language, name: readerName }: ToRecover,
): Promise<void> {
  await inTx(ctx, async (tx) => {
    const { mailCodeDigits: digits, mailCodeGuessesInAll: guesses, mailCodeTtlMs: ttlMs } = limits
    const owner = { resellerId, userName: subject, accountId: null, email }
    const code = { purpose: 'staff_email', lane: 'name', digits, guesses, ttlMs, isMailed: true } as const
    const { id: codeId } = await issueCode(tx, owner, code)
    const mail = { resellerId, accountId: null, to: email, language, params: {}, codeId, readerName }
    await queueMail(tx, { ...mail, template: 'code_staff_reset' })
  })
}

/** Mails an invitation's link, which is stored sealed until it is sent. */
export async function mailStaffLink(
  ctx: CodeCtx,
  { resellerId, invitationId, email, language }: ToStaff,
  link: { token: string; team: string; until: Date },
): Promise<void> {
  const id = randomUUID()
  await inTx(ctx, async (tx) => {
    await insertCode(tx.db, {
      id,
      resellerId,
      accountId: null,
      subject: subjectOf(ctx.config, { resellerId, userName: invitationId }),
      purpose: 'staff_invite',
      lane: 'name',
      email,
      codeHash: codeHashOf(ctx.config, id, link.token),
      sealedCode: seal(ctx.config.secretKey, 'mail-code', id, link.token),
      guessesLeft: 0,
      createdAt: ctx.now,
      expiresAt: link.until,
    })
    const params = { team: link.team, until: link.until.toISOString() }
    const mail = { resellerId, accountId: null, to: email, language, params, codeId: id }
    await queueMail(tx, { ...mail, template: 'staff_invited' })
  })
}

/** Voids an older code of the same purpose and lane. */
async function issueCode(
  ctx: CodeCtx,
  owner: CodeOwner,
  { purpose, lane, digits, guesses, ttlMs, isMailed }: NewCode,
): Promise<{ id: string; code: string }> {
  const { secretKey } = ctx.config
  const id = randomUUID()
  const code = Array.from({ length: digits }, () => randomInt(10)).join('')
  await insertCode(ctx.db, {
    id,
    resellerId: owner.resellerId,
    accountId: owner.accountId,
    subject: subjectOf(ctx.config, owner),
    purpose,
    lane,
    email: owner.email,
    codeHash: codeHashOf(ctx.config, id, code),
    sealedCode: isMailed ? seal(secretKey, 'mail-code', id, code) : null,
    guessesLeft: guesses,
    createdAt: ctx.now,
    expiresAt: new Date(ctx.now.getTime() + ttlMs),
  })
  return { id, code }
}

/** Makes a code and mails it. The clear text is neither returned nor stored. */
export async function mailCode(
  ctx: CodeCtx,
  owner: CodeOwner,
  { purpose, lane, language }: { purpose: 'bind' | 'reset' | 'unlock'; lane: CodeLane; language: Language },
): Promise<void> {
  await inTx(ctx, async (tx) => {
    const { mailCodeDigits: digits, mailCodeGuessesInAll: guesses, mailCodeTtlMs: ttlMs } = limits
    const { id } = await issueCode(tx, owner, { purpose, lane, digits, guesses, ttlMs, isMailed: true })
    const { resellerId, accountId, email } = owner
    await queueMail(tx, {
      resellerId,
      accountId,
      to: accountId === null ? '' : email,
      template: `code_${purpose}`,
      language,
      params: {},
      codeId: id,
    })
  })
}

export function subjectOf(
  config: Config,
  { resellerId, userName }: Pick<CodeOwner, 'resellerId' | 'userName'>,
): Buffer {
  return hmac(config.secretKey, 'mail-code-subject', `${resellerId}:${userName.toLowerCase()}`)
}

/** Keyed and bound to its row: a thief of the table cannot try all million codes without the key. */
export function codeHashOf(config: Config, id: string, code: string): Buffer {
  return hmac(config.secretKey, 'mail-code', `${id}:${code}`)
}
