import type { NodeReason } from '../../../contract/lines.ts'

/** Why a node is down, as the words of lines and of the status page name it. */
export const reasonWords = {
  silent: 'reason_silent',
  engine: 'reason_engine',
  refused: 'reason_refused',
  timeout: 'reason_timeout',
  name: 'reason_name',
  tls: 'reason_tls',
  carry: 'reason_carry',
} as const satisfies Record<NodeReason, string>
