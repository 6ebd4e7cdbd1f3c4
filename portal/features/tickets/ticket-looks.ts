import type { TicketCategory, TicketState } from '../../../contract/ticket-choices.ts'

export const stateLooks = {
  open: { tone: 'busy', word: 'stateOpen' },
  answered: { tone: 'good', word: 'stateAnswered' },
  closed: { tone: 'off', word: 'stateClosed' },
} as const satisfies Record<TicketState, object>

export const categoryWords = {
  dead: 'categoryDead',
  slow: 'categorySlow',
  payment: 'categoryPayment',
  package: 'categoryPackage',
  account: 'categoryAccount',
  other: 'categoryOther',
} as const satisfies Record<TicketCategory, string>
