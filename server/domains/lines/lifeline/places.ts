import type { Ctx } from '../../../platform/context.ts'
import { findLifelineHosts } from './queries.ts'

/**
 * Where Alipay's payment pages send a browser. Its own scripts may ask for more; the operator adds hosts in
 * LIFELINE_HOSTS.
 */
const ALIPAY_HOSTS = [
  'openapi.alipay.com',
  'excashier.alipay.com',
  'mclient.alipay.com',
  'unitradeprod.alipay.com',
  'auth.alipay.com',
  'qr.alipay.com',
  'render.alipay.com',
  'gw.alipayobjects.com',
  'a.alipayobjects.com',
]

/** The places that users on a lifeline get to, as host:port without wildcards: portals and ways to pay. */
export async function findPlaces({ db, config }: Pick<Ctx, 'db' | 'config'>): Promise<string[]> {
  const [hosts] = await findLifelineHosts(db)
  const { domains, payUrls, hasAlipay } = hosts!
  const urls = [config.publicUrl, ...payUrls.filter((url) => url !== null)]
  const named = [...domains, ...(hasAlipay ? ALIPAY_HOSTS : [])].map((host) => `${host}:443`)
  return [...new Set([...urls.flatMap(placeOf), ...named, ...config.lifelineHosts])].sort()
}

function placeOf(text: string): string[] {
  const url = URL.parse(text)
  if (!url || url.hostname === '') return []
  return [`${url.hostname}:${url.port || (url.protocol === 'http:' ? '80' : '443')}`]
}
