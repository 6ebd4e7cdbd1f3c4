import type { Connected } from '../../../contract/lines.ts'

/** A stage that lasts this long needs help. */
export const HELP_AFTER_MS = 60_000
/** A longer way is no news. */
const TOLD_SECONDS = 60

export const CONNECT_STAGES = ['get', 'import', 'switch', 'on'] as const
export type ConnectStage = (typeof CONNECT_STAGES)[number]

/** What the reader does next. What the server saw counts more than what was pressed here. */
export function connectStage(seen: Connected['stage'] | undefined, isGetting: boolean): ConnectStage {
  if (seen === 'connected') return 'on'
  if (seen === 'imported') return 'switch'
  return isGetting ? 'get' : 'import'
}

export function toldSeconds({ seconds }: Pick<Connected, 'seconds'>): number | null {
  return seconds !== null && seconds < TOLD_SECONDS ? seconds : null
}
