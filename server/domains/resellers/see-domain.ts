import { isIP } from 'node:net'

import type { Ctx } from '../../platform/context.ts'
import { dialPublic } from '../../platform/dial/dial-public.ts'
import type { DomainDns } from './domain-dns.ts'

/** `hasHttps` is null when nobody looked: the host does not lead here yet. */
export type SeenDomain = { points: boolean; hasHttps: boolean | null }
type Dial = typeof dialPublic

const LOOK_MS = 5_000

/** Whether visitors of the host reach this platform, and by a certificate that browsers accept. */
export async function seeDomain(
  { config }: Pick<Ctx, 'config'>,
  host: string,
  dns: DomainDns,
  dial: Dial = dialPublic,
): Promise<SeenDomain> {
  const addressesOf = (name: string) => (isIP(name) ? Promise.resolve([name]) : dns.resolveAddresses(name))
  const [own, found] = await Promise.all([addressesOf(new URL(config.publicUrl).hostname), addressesOf(host)])
  // Only our own addresses are dialled: the look says nothing about other machines.
  if (found.length === 0 || !found.every((address) => own.includes(address))) return { points: false, hasHttps: null }
  const look = { timeoutMs: LOOK_MS, findAddresses: () => Promise.resolve(found) }
  const hasHttps = await dial(`https://${host}/login`, look).then(
    () => true,
    () => false,
  )
  return { points: true, hasHttps }
}
