import type { FastifyRequest } from 'fastify'
import { isDeepStrictEqual } from 'node:util'

import { parseAppKey } from '../../contract/app-key.ts'
import { brandOf, type Brand } from '../../contract/brand.ts'
import { loadReseller, type Reseller } from '../domains/resellers/queries.ts'
import { resellerByHost } from '../domains/resellers/reseller-by-host.ts'
import { makeCache, type Cache } from '../platform/db/cache.ts'
import type { Db } from '../platform/db/db.ts'

export type PageBrand = { brand: Brand; reseller: Reseller | null }
type Memory = { hosts: Cache<number>; brands: Cache<PageBrand>; last: Map<number, PageBrand> }

const SOURCE = { tables: ['resellers', 'reseller_domains'], channel: 'resellers_changed' }
const memories = new WeakMap<Db, Memory>()
const LAST_MAX = 256

/**
 * Decides which brand a page shows before its first call: query, then cookie, then host, then key 0. Hosts and brands
 * are kept in memory: while neither changes, a page needs no database query and gets the same object.
 */
export async function pageBrand(db: Db, request: FastifyRequest): Promise<PageBrand> {
  try {
    const { hosts, brands, last } = memories.get(db) ?? remember(db)
    const { host } = request
    const key = namedKey(request) ?? (await hosts(host, () => resellerByHost(db, host)))
    return await loadBrand(db, { brands, last }, key)
  } catch (error) {
    // The sign-in page must work without the database: the key alone tells its brand rules, without a row.
    request.log.warn({ err: error }, 'brand read without database')
    return { brand: brandOf(namedKey(request) ?? 0), reseller: null }
  }
}

/** For a page that belongs to one reseller, wherever it is opened. */
export function brandOfReseller(db: Db, key: number): Promise<PageBrand> {
  return loadBrand(db, memories.get(db) ?? remember(db), key)
}

function loadBrand(db: Db, { brands, last }: Pick<Memory, 'brands' | 'last'>, key: number): Promise<PageBrand> {
  return brands(key, async () => {
    const reseller = await loadReseller(db, key)
    return sameAsBefore(last, key, { brand: brandOf(key, reseller), reseller })
  })
}

function remember(db: Db): Memory {
  const memory = { hosts: makeCache<number>(db, SOURCE), brands: makeCache<PageBrand>(db, SOURCE), last: new Map() }
  memories.set(db, memory)
  return memory
}

/** Returns the previous object when a brand was read again and did not change: its pages need not be made again. */
function sameAsBefore(last: Memory['last'], key: number, found: PageBrand): PageBrand {
  const before = last.get(key)
  if (before && isDeepStrictEqual(before, found)) return before
  if (last.size >= LAST_MAX) last.clear()
  last.set(key, found)
  return found
}

/** A present but broken app key means key 0, not "look further". */
function namedKey(request: FastifyRequest): number | null {
  const query = (request.query as Record<string, unknown>)['app_key']
  if (query !== undefined) return parseAppKey(typeof query === 'string' ? query : null)?.key ?? 0
  return parseAppKey(request.cookies['app_key'])?.key ?? null
}
