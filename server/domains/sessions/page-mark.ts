import { limits } from '../../../contract/limits.ts'
import type { Ctx } from '../../platform/context.ts'
import { randomId } from '../../platform/secrets/crypto.ts'
import { readFields, signFields } from '../../platform/secrets/signed-fields.ts'
import { loadFamilyOfSession, loadUserName } from './queries.ts'
import { spendTicket } from './spend-ticket.ts'
import type { TicketOwner } from './tickets.ts'

/** Who reads a page of the help desk, and until when. */
export type PageVisitor = TicketOwner & { expiresAt: Date }

const MARK = { purpose: 'help-mark', prefix: 'pm1' }
const FORM = { purpose: 'help-form', prefix: 'pf1' }
const MARK_MS = 30 * 60_000

type MarkCtx = Pick<Ctx, 'db' | 'now' | 'config'>

/**
 * Trades the one-time ticket of a frame's address for the mark of its page: 30 minutes, not longer by use, good for the
 * user's help tickets and nothing else. It is no session: no call takes it. It travels in the fields of the page's forms
 * alone, because a frame without an origin keeps no cookie. Refuses with `ticket.spent`. Not inside a transaction.
 */
export async function openMark(ctx: MarkCtx, ticket: string): Promise<{ mark: string; visitor: PageVisitor }> {
  const owner = await spendTicket(ctx, ticket, 'help')
  const visitor = { ...owner, expiresAt: new Date(ctx.now.getTime() + MARK_MS) }
  const { resellerId, accountId, sessionId, expiresAt } = visitor
  const fields = [resellerId, accountId, sessionId, expiresAt.getTime()]
  return { mark: signFields(ctx.config.secretKey, MARK, fields), visitor }
}

/** Who a mark says that it belongs to. Says nothing about the session, so that it costs no statement. */
export function readMark({ now, config }: Omit<MarkCtx, 'db'>, mark: string): PageVisitor | null {
  const fields = readFields(config.secretKey, MARK, mark)
  if (!fields) return null
  const [resellerId, accountId, sessionId = '', until] = fields
  const expiresAt = new Date(Number(until))
  return expiresAt > now ? { resellerId: Number(resellerId), accountId: Number(accountId), sessionId, expiresAt } : null
}

/** A mark ends with the session that asked for its ticket. */
export async function checkMark(ctx: MarkCtx, mark: string): Promise<(PageVisitor & { userName: string }) | null> {
  const visitor = readMark(ctx, mark)
  if (!visitor) return null
  const times = { now: ctx.now, seenAfter: new Date(ctx.now.getTime() - limits.sessionIdleMs) }
  if (!(await loadFamilyOfSession(ctx.db, visitor, visitor.sessionId, times))) return null
  const userName = await loadUserName(ctx.db, visitor)
  return userName === null ? null : { ...visitor, userName }
}

/** The one-time ticket of a form that changes something. `what` names the form: it is good for no other. */
export function mintFormTicket({ config }: Pick<Ctx, 'config'>, visitor: PageVisitor, what: string): string {
  const { resellerId, accountId, sessionId, expiresAt } = visitor
  const fields = [resellerId, accountId, sessionId, what, expiresAt.getTime(), randomId()]
  return signFields(config.secretKey, FORM, fields)
}

/**
 * The key under which the form is done once, or null when the ticket is not this visitor's for this form. Who sends the
 * form twice gets the first answer; another content under the same key is refused.
 */
export function readFormTicket(
  { config, now }: Omit<MarkCtx, 'db'>,
  visitor: PageVisitor,
  what: string,
  ticket: string,
): string | null {
  const fields = readFields(config.secretKey, FORM, ticket)
  if (!fields) return null
  const [resellerId, accountId, sessionId, named, until, key = ''] = fields
  const isTheirs =
    Number(resellerId) === visitor.resellerId &&
    Number(accountId) === visitor.accountId &&
    sessionId === visitor.sessionId
  return isTheirs && named === what && Number(until) > now.getTime() ? key : null
}
