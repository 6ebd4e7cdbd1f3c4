import { writeAppKey } from '../../../contract/app-key.ts'
import type { Ctx } from '../../platform/context.ts'
import { loadMainHost } from './queries.ts'

/**
 * Builds addresses that leave the building: on the reseller's main domain, else on PUBLIC_URL with the app key. Never on
 * a request's Host header, which a stranger chooses.
 */
export async function resellerLinks(
  ctx: Pick<Ctx, 'db' | 'config'>,
  resellerId: number,
): Promise<(path: string) => string> {
  const host = await loadMainHost(ctx.db, resellerId)
  if (host) return (path) => `https://${host}${path}`
  return (path) => `${ctx.config.publicUrl}${path}?app_key=${writeAppKey(resellerId)}`
}
