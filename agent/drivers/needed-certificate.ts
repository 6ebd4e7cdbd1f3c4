import type { Settings } from '../settings.ts'

/** The files of a node that cannot go without TLS. */
export function neededCertificate(tls: Settings['tls']): NonNullable<Settings['tls']> {
  if (tls) return tls
  throw new Error('the node wants TLS: set its certificate to `self`, or name a certificate under `tls` in agent.json')
}
