import { DEFAULT_RESELLER_KEY, parseAppKey, writeAppKey } from '../../../contract/app-key.ts'
import type { Config } from '../../config.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Db, Tx } from '../../platform/db/db.ts'

/** The reseller that owns the host of a request; an unknown or malformed host belongs to key 0. */
export async function resellerByHost(db: Db | Tx, host: string): Promise<number> {
  const name = host.replace(/:\d+$/, '').toLowerCase()
  if (!/^[a-z0-9.-]{1,253}$/.test(name)) return DEFAULT_RESELLER_KEY
  return (await loadResellerByHost(db, name)) ?? DEFAULT_RESELLER_KEY
}

/** The reseller of a call that leaves its key out: by token, else cookie, else host, else 0. */
export async function resellerOfCaller(
  { db, client, resellerId }: Pick<Ctx<'anyone'>, 'db' | 'client' | 'resellerId'>,
  named: number | undefined,
): Promise<number> {
  return named ?? resellerId ?? parseAppKey(client.appKey)?.key ?? resellerByHost(db, client.host)
}

/**
 * Whether the host is a verified domain of this reseller. Unlike in resellerByHost, an unknown host belongs to nobody.
 */
export async function ownsHost(db: Db | Tx, resellerId: number, hostName: string): Promise<boolean> {
  return (await loadResellerByHost(db, hostName.toLowerCase())) === resellerId
}

/**
 * Builds addresses for use outside: on the reseller's main domain, else on PUBLIC_URL with the app key. Never uses a
 * request's Host header, which a stranger can choose.
 */
export async function resellerLinks(
  ctx: Pick<Ctx, 'db' | 'config'>,
  resellerId: number,
): Promise<(path: string) => string> {
  return linksOn(ctx.config, resellerId, await loadMainHost(ctx.db, resellerId))
}

/** The same for a caller that already knows the main domain. */
export function linksOn(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  resellerId: number,
  mainHost: string | null,
): (path: string) => string {
  if (mainHost) return (path) => `https://${mainHost}${path}`
  return (path) => `${publicUrl}${path}?app_key=${writeAppKey(resellerId)}`
}

async function loadResellerByHost(db: Db | Tx, host: string): Promise<number | null> {
  const rows = await db.query<{ resellerId: number }>({
    name: 'resellers.by_host',
    text: `select reseller_id from reseller_domains where host = $1 and verified_at is not null`,
    values: [host],
  })
  return rows[0]?.resellerId ?? null
}

/** The verified domain that the reseller chose for its links. */
async function loadMainHost(db: Db | Tx, resellerId: number): Promise<string | null> {
  const rows = await db.query<{ host: string }>({
    name: 'resellers.main_host',
    text: `select host from reseller_domains where reseller_id = $1 and is_main and verified_at is not null`,
    values: [resellerId],
  })
  return rows[0]?.host ?? null
}
