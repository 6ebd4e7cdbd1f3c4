import { inTx, type Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/db.ts'
import { fail } from '../../platform/errors.ts'
import { takeOne, type Limit } from '../../platform/limits/limits.ts'
import { randomToken, sha256 } from '../../platform/secrets/crypto.ts'
import { accountSubject, staffSubject, writeAudit } from '../audit/audit.ts'
import { deleteBinding, deleteCodes, insertCode, loadBinding, type Binding, type Person } from './binding-queries.ts'
import { loadSpeaker } from './bot-queries.ts'

type OwnCtx = Pick<Ctx, 'db' | 'now' | 'config'>

const LINK_MS = 10 * 60_000
/** 128 bits. */
const CODE_BYTES = 16
const LINKS: Limit = { name: 'telegram-link', points: 20, windowMs: 3_600_000 }

/** A link that binds the chat in which it is opened: once, soon, and only the last one made. */
export async function makeLink(ctx: OwnCtx, person: Person): Promise<{ url: string; expiresAt: string }> {
  await takeOne(ctx, LINKS, subjectOf(person))
  const code = randomToken(CODE_BYTES)
  const expiresAt = new Date(ctx.now.getTime() + LINK_MS)
  return inTx(ctx, async ({ db }) => {
    const bot = (await loadSpeaker(db, person.resellerId)) ?? fail('telegram.no_bot')
    await deleteCodes(db, person)
    await insertCode(db, person, { codeHash: sha256(code), botId: bot.id, expiresAt })
    return { url: `https://t.me/${bot.userName}?start=${code}`, expiresAt: expiresAt.toISOString() }
  })
}

export async function unbind(ctx: OwnCtx, person: Person): Promise<void> {
  await inTx(ctx, async ({ db }) => {
    await deleteCodes(db, person)
    if (!(await deleteBinding(db, person))) return
    const subject = subjectOf(person)
    await writeAudit(
      db,
      { resellerId: person.resellerId, actor: subject, action: 'telegram.unbound', subject },
      ctx.now,
    )
  })
}

export async function showBinding(
  ctx: Pick<Ctx, 'db'>,
  person: Person,
): Promise<{ bot: string | null; binding: Binding | null }> {
  const bot = await loadSpeaker(ctx.db, person.resellerId)
  return { bot: bot?.userName ?? null, binding: await loadBinding(ctx.db, person) }
}

export function showBound(binding: Binding | null) {
  if (!binding) return null
  const { chatName: name, createdAt, blockedAt } = binding
  return { name, since: createdAt.toISOString(), isBlocked: blockedAt !== null }
}

/** For a deleted account. */
export async function forgetTelegram(db: Tx, person: Person): Promise<void> {
  await deleteCodes(db, person)
  await deleteBinding(db, person)
}

function subjectOf(person: Person): string {
  return 'staffId' in person ? staffSubject(person.staffId) : accountSubject(person.accountId)
}
