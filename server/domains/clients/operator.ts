import { clients as released } from '../../../contract/clients.ts'
import type { OwnClient } from '../../../contract/console/clients.ts'
import type { System } from '../../../contract/systems.ts'
import { inTx, type Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { writeAudit, type AuditActor } from '../audit/audit.ts'
import { resellerSubject } from '../resellers/add-reseller.ts'
import { getSellingTerms } from '../resellers/selling-terms.ts'
import { findCatalogue, findOffered } from './catalogue.ts'
import { findFiles } from './file-queries.ts'
import { deleteClient, lockClients, saveClientRow, saveHidden, savePlaces, savePositions } from './queries.ts'

type ClientCtx = Pick<Ctx, 'db' | 'now'>
export type ClientWish = {
  clientId: string
  isHidden: boolean
  own: OwnClient | null
  resellerId: number | null
  places: readonly { system: System; url?: string; fileId?: number }[]
}

/** Shows or hides a client and says where to get it. Only an own one is described here. */
export function saveClient(ctx: ClientCtx, wish: ClientWish, actor: AuditActor): Promise<void> {
  const { clientId: id, isHidden, own, resellerId } = wish
  const places = wish.places.map(({ system, url, fileId }) => ({ system, url: url ?? null, fileId: fileId ?? null }))
  checkWish(wish)
  return inTx(ctx, async (tx) => {
    await lockClients(tx.db)
    if (resellerId !== null) await getSellingTerms(tx, resellerId)
    const files = new Set((await findFiles(tx.db)).map((file) => file.id))
    if (places.some(({ fileId }) => fileId !== null && !files.has(fileId))) fail('object.unknown')
    await saveClientRow(tx.db, { id, isHidden, own, resellerId }, ctx.now)
    await savePlaces(tx.db, id, places)
    const action = isHidden ? 'client.hidden' : 'client.saved'
    const entry = { resellerId: null, actor, action, subject: `client:${id}` }
    await writeAudit(tx.db, { ...entry, after: { count: places.length } }, ctx.now)
  })
}

export function orderClients(ctx: ClientCtx, ids: readonly string[], actor: AuditActor): Promise<void> {
  return inTx(ctx, async (tx) => {
    await lockClients(tx.db)
    const known = (await findCatalogue(tx.db)).map(({ id }) => id)
    if (known.length !== ids.length || !known.every((id) => ids.includes(id))) fail('object.unknown')
    await savePositions(tx.db, ids, ctx.now)
    await writeAudit(tx.db, { resellerId: null, actor, action: 'client.ordered', subject: null }, ctx.now)
  })
}

export function removeClient(ctx: ClientCtx, id: string, actor: AuditActor): Promise<void> {
  return inTx(ctx, async (tx) => {
    if (!(await deleteClient(tx.db, id))) fail('object.unknown')
    await writeAudit(tx.db, { resellerId: null, actor, action: 'client.removed', subject: `client:${id}` }, ctx.now)
  })
}

/** Sets which of the offered clients a reseller's users do not see. */
export function hideClients(
  ctx: ClientCtx,
  resellerId: number,
  ids: readonly string[],
  actor: AuditActor,
): Promise<void> {
  return inTx(ctx, async (tx) => {
    const offered = (await findOffered(tx.db, resellerId)).map(({ id }) => id)
    if (!ids.every((id) => offered.includes(id))) fail('object.unknown')
    await saveHidden(tx.db, resellerId, ids)
    const entry = { resellerId, actor, action: 'reseller.clients_hidden', subject: resellerSubject(resellerId) }
    await writeAudit(tx.db, { ...entry, after: { count: ids.length } }, ctx.now)
  })
}

function checkWish({ clientId, own, resellerId, places }: ClientWish): void {
  const isReleased = released.some(({ id }) => id === clientId)
  if (!isReleased && !own) fail('object.unknown')
  if (isReleased && (own || resellerId !== null))
    fail('request.invalid', { fields: { own: 'not for a released client' } })
  if (own?.link && !isClientLink(own.link)) fail('request.invalid', { fields: { link: 'a link of an app' } })
  if (own && (own.name.trim() === '' || /[\p{Cc}\p{Cf}]/u.test(own.name))) {
    fail('request.invalid', { fields: { name: 'one line of text' } })
  }
  if (new Set(places.map(({ system }) => system)).size !== places.length) {
    fail('request.invalid', { fields: { places: 'one place for a system' } })
  }
  for (const { url, fileId } of places) {
    if ((url === undefined) === (fileId === undefined))
      fail('request.invalid', { fields: { places: 'address or file' } })
    if (url !== undefined && URL.parse(url)?.protocol !== 'https:')
      fail('request.invalid', { fields: { url: 'https' } })
  }
}

/** Schemes that run or read something in the browser itself instead of opening an app. */
const CLOSED = /^(?:javascript|data|vbscript|blob|file|about|https?|view-source):/i

function isClientLink(link: string): boolean {
  return /^[a-z][a-z\d+.-]*:[!-~]+$/i.test(link) && !CLOSED.test(link)
}
