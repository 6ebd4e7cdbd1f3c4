import { providers } from '../../../../contract/providers.ts'
import type { Ctx } from '../../../platform/context.ts'
import { findLifelineHosts } from './queries.ts'

/**
 * The places that users on a lifeline get to, as host:port without wildcards: portals and ways to pay. A payment page's
 * own scripts may ask for more; the operator adds hosts in LIFELINE_HOSTS.
 */
export async function findPlaces({ db, config }: Pick<Ctx, 'db' | 'config'>): Promise<string[]> {
  const [hosts] = await findLifelineHosts(db)
  const { domains, payUrls, payBy } = hosts!
  const urls = [config.publicUrl, ...payUrls.filter((url) => url !== null)]
  const named = [...domains, ...payBy.flatMap((provider) => providers[provider].pageHosts)].map((host) => `${host}:443`)
  return [...new Set([...urls.flatMap(placeOf), ...named, ...config.lifelineHosts])].sort()
}

function placeOf(text: string): string[] {
  const url = URL.parse(text)
  if (!url || url.hostname === '') return []
  return [`${url.hostname}:${url.port || (url.protocol === 'http:' ? '80' : '443')}`]
}
