import { limits } from '../../../contract/limits.ts'
import { inTx, type Ctx, type Owner } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { accountSubject, actorName, writeAudit, type AuditActor } from '../audit/audit.ts'

/** Adds a note by staff about a user. Only staff read it, but the user's own data export contains it. */
export function addNote(
  ctx: Pick<Ctx, 'db' | 'now'>,
  owner: Owner,
  given: string,
  author: AuditActor,
): Promise<number> {
  const body = given.trim()
  const { length } = [...body]
  if (length === 0 || length > limits.noteMax) fail('request.invalid', { fields: { body: `1 to ${limits.noteMax}` } })
  const { resellerId, accountId } = owner
  return inTx(ctx, async (tx) => {
    const { id } = await tx.db.kysely
      .insertInto('accountNotes')
      .values({ resellerId, accountId, author: actorName(author), body, createdAt: ctx.now })
      .returning('id')
      .executeTakeFirstOrThrow()
    const subject = accountSubject(accountId)
    const entry = { resellerId, actor: author, action: 'account.note_added', subject, after: { characters: length } }
    await writeAudit(tx.db, entry, ctx.now)
    return id
  })
}
