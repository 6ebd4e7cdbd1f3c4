import { publicPaths } from '../../../contract/page-paths.ts'
import { inTx, type Ctx } from '../../platform/context.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { fail } from '../../platform/errors.ts'
import { writeAudit, type AuditActor } from '../audit/audit.ts'
import { resellerSubject } from '../resellers/add-reseller.ts'
import { getReseller } from '../resellers/reseller-config.ts'

type OldPath = { resellerId: number; path: string }

/** Ours, and those that the server answers without asking for such a path. */
const TAKEN = new Set([
  ...publicPaths.map((path) => path.slice(1).toLowerCase()),
  'user',
  'console',
  'static',
  'files',
  'hosted',
  'internal',
  'sub',
  's',
  'agent',
  'kept',
])
const PATH = /^(\/[A-Za-z0-9_.-]+)+$/
const PATH_MAX = 100

/** Another panel served its subscriptions below this path. Returns false when it is known already. */
export function addOldPath(ctx: Pick<Ctx, 'db' | 'now'>, wish: OldPath, actor: AuditActor): Promise<boolean> {
  const { resellerId } = wish
  const path = readPath(wish.path)
  return inTx(ctx, async (tx) => {
    await getReseller(tx, resellerId)
    const isNew = await insertOldPath(tx.db, { resellerId, path })
    const entry = { resellerId, actor, action: 'feed.path_added', subject: resellerSubject(resellerId) }
    if (isNew) await writeAudit(tx.db, { ...entry, detail: { name: path } }, ctx.now)
    return isNew
  })
}

/** Returns false when there is no such path. */
export function removeOldPath(ctx: Pick<Ctx, 'db' | 'now'>, wish: OldPath, actor: AuditActor): Promise<boolean> {
  const { resellerId, path } = wish
  return inTx(ctx, async (tx) => {
    const wasThere = await deleteOldPath(tx.db, wish)
    const entry = { resellerId, actor, action: 'feed.path_removed', subject: resellerSubject(resellerId) }
    if (wasThere) await writeAudit(tx.db, { ...entry, detail: { name: path } }, ctx.now)
    return wasThere
  })
}

function readPath(text: string): string {
  const path = text.replace(/\/+$/, '')
  const [, first = ''] = path.toLowerCase().split('/')
  const isGood = PATH.test(path) && path.length <= PATH_MAX && !TAKEN.has(first) && first !== '..' && first !== '.'
  return isGood ? path : fail('request.invalid', { fields: { path: 'a path such as /mysub that is none of ours' } })
}

/** Whether a subscription of any reseller was served here; its token says whose it is. */
export async function isOldPath(db: Queryable, path: string): Promise<boolean> {
  const rows = await db.query({
    name: 'feed.is_old_path',
    text: 'select from old_feed_paths where path = $1 limit 1',
    values: [path],
  })
  return rows.length > 0
}

async function insertOldPath(db: Queryable, { resellerId, path }: OldPath): Promise<boolean> {
  const rows = await db.query({
    name: 'feed.insert_old_path',
    text: `insert into old_feed_paths (reseller_id, path) values ($1, $2) on conflict do nothing returning path`,
    values: [resellerId, path],
  })
  return rows.length > 0
}

async function deleteOldPath(db: Queryable, { resellerId, path }: OldPath): Promise<boolean> {
  const rows = await db.query({
    name: 'feed.delete_old_path',
    text: 'delete from old_feed_paths where reseller_id = $1 and path = $2 returning path',
    values: [resellerId, path],
  })
  return rows.length > 0
}
