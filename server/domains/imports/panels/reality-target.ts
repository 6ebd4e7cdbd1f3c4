import { isIPv6 } from 'node:net'

import { isTarget, usualTarget } from '../../../../contract/reality-target.ts'
import { textOf, type Said } from './read-said.ts'

/** As the panel's agents join it of its parts. `target`: as a setting of ours; null: it is what a node without one has, or cannot be one. */
export function targetOf({ tls }: Said): { said: string; usual: string; target: string | null } {
  const usual = usualTarget(textOf(tls, 'server_name', 'serverName'))
  const dest = textOf(tls, 'dest') || textOf(tls, 'server_name', 'serverName')
  const port = textOf(tls, 'server_port') || '443'
  const said = isTarget(dest) ? dest : `${isIPv6(dest) ? `[${dest}]` : dest}${dest.startsWith('/') ? '' : `:${port}`}`
  return { said, usual, target: said !== usual && isTarget(said) ? said : null }
}
