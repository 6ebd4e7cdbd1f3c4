import type { noticeStates } from '../../../contract/console/choices.ts'

type State = (typeof noticeStates)[number]

/** What has not gone out yet. */
export function canSendNow(state: State): boolean {
  return state === 'waiting' || state === 'stopped'
}

/** What users can still read, or will. */
export function canWithdraw(state: State): boolean {
  return state !== 'withdrawn' && state !== 'over'
}
