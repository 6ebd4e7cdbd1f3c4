import type { Connected } from '../../../contract/lines.ts'

/** A stage that lasts this long needs help. */
export const HELP_AFTER_MS = 60_000
/** A longer way is no news. */
const TOLD_SECONDS = 60

export const CONNECT_STAGES = ['paid', 'get', 'import', 'switch', 'on'] as const
export type ConnectStage = (typeof CONNECT_STAGES)[number]

/** What the reader asked for here, and the import that the server knew of then: a newer one counts more. */
export type AskedStage = { stage: 'get' | 'import'; importedAt: string | null }

/** What the reader does next. What the server saw counts more than what was pressed here. */
export function connectStage(
  seen: Pick<Connected, 'stage' | 'importedAt'> | undefined,
  hasLines: boolean,
  wish: AskedStage | null,
): ConnectStage {
  if (!hasLines) return 'paid'
  if (seen?.stage === 'connected') return 'on'
  if (wish && wish.importedAt === (seen?.importedAt ?? null)) return wish.stage
  return seen?.stage === 'imported' ? 'switch' : 'import'
}

export function toldSeconds({ seconds }: Pick<Connected, 'seconds'>): number | null {
  return seconds !== null && seconds < TOLD_SECONDS ? seconds : null
}
