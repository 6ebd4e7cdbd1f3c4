import { randomInt, randomUUID } from 'node:crypto'

import type { Language } from '../../../contract/languages.ts'
import { limits } from '../../../contract/limits.ts'
import type { Config } from '../../config.ts'
import { inTx, type Ctx } from '../../platform/context.ts'
import { hmac, seal } from '../../platform/crypto.ts'
import { insertCode, type CodePurpose } from './code-queries.ts'
import { queueMail } from './queue-mail.ts'

/** Whose code it is. Without an account nobody gets it, and everything else happens all the same. */
export type CodeOwner = { resellerId: number; userName: string; accountId: number | null; email: string }
type CodeCtx = Pick<Ctx, 'db' | 'now' | 'config'>

/** Makes a code to be told by somebody; it leaves here once. An older one of the same purpose is void from now on. */
export async function issueCode(
  ctx: CodeCtx,
  owner: CodeOwner,
  purpose: CodePurpose,
  { ttlMs, keepSealed }: { ttlMs: number; keepSealed: boolean },
): Promise<{ id: string; code: string }> {
  const { secretKey } = ctx.config
  const id = randomUUID()
  const code = String(randomInt(10 ** limits.mailCodeDigits)).padStart(limits.mailCodeDigits, '0')
  await insertCode(ctx.db, {
    id,
    resellerId: owner.resellerId,
    accountId: owner.accountId,
    subject: subjectOf(ctx.config, owner),
    purpose,
    email: owner.email,
    codeHash: codeHashOf(ctx.config, id, code),
    sealedCode: keepSealed ? seal(secretKey, 'mail-code', id, code) : null,
    guessesLeft: limits.mailCodeGuesses,
    createdAt: ctx.now,
    expiresAt: new Date(ctx.now.getTime() + ttlMs),
  })
  return { id, code }
}

/** Makes a code and mails it. The clear text is neither returned nor stored. */
export async function mailCode(
  ctx: CodeCtx,
  owner: CodeOwner,
  purpose: 'bind' | 'reset' | 'unlock',
  language: Language,
): Promise<void> {
  await inTx(ctx, async (tx) => {
    const { id } = await issueCode(tx, owner, purpose, { ttlMs: limits.mailCodeTtlMs, keepSealed: true })
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

/** Keyed and bound to its row: a million candidates are no work for somebody who has the table but not the key. */
export function codeHashOf(config: Config, id: string, code: string): Buffer {
  return hmac(config.secretKey, 'mail-code', `${id}:${code}`)
}
