import type { Connected } from '../../../contract/lines.ts'

/** A stage that lasts this long needs help. */
export const HELP_AFTER_MS = 60_000

export type StepState = 'done' | 'next' | 'later'
export type ConnectedSteps = {
  imported: StepState
  switched: StepState
  /** The step that the reader still has to do; null when bytes flow. */
  missing: 'import' | 'switch' | null
}

/** The three stages as steps: the client took the lines, its switch is on, bytes flow. */
export function connectedSteps(stage: Connected['stage']): ConnectedSteps {
  if (stage === 'connected') return { imported: 'done', switched: 'done', missing: null }
  if (stage === 'imported') return { imported: 'done', switched: 'next', missing: 'switch' }
  return { imported: 'next', switched: 'later', missing: 'import' }
}
