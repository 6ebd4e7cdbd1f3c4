import type { InvitedPerson, Withdrawal } from '../../../contract/invites.ts'
import { limits } from '../../../contract/limits.ts'
import { at, DAY_MS, newId } from './sample-time.ts'

export const people: readonly InvitedPerson[] = [
  { nameMasked: 'xi***u', joinedAt: at(-2 * DAY_MS), commissionFen: 300 },
  { nameMasked: 'wa***0', joinedAt: at(-11 * DAY_MS), commissionFen: 840 },
  { nameMasked: 'zh***g', joinedAt: at(-33 * DAY_MS), commissionFen: 2880 },
]

export const invitation = {
  code: 'DEMO2026',
  link: 'https://portal.yuxian.example/reg?invite=DEMO2026',
  percent: 10,
  invitedCount: people.length,
  pendingFen: 300,
  confirmedFen: 1860,
  withdrawableFen: 1860,
  heldFen: 0,
  usedFen: 1860,
  withdrawMinFen: limits.withdrawMinFen,
  withdrawFeeFen: limits.withdrawFeeFen,
  withdrawDays: limits.withdrawDays,
  withdrawals: [] as Withdrawal[],
}

export function withdraw(amountFen: number, method: Withdrawal['method'], account: string, name?: string): string {
  const id = newId()
  const accountMasked = `${account.slice(0, 1)}***${account.slice(-1)}`
  const state = 'pending'
  invitation.withdrawals.unshift({
    id,
    amountFen,
    feeFen: invitation.withdrawFeeFen,
    method,
    accountMasked,
    nameMasked: name ? `${name.slice(0, 1)}***` : null,
    state,
    reason: null,
    createdAt: at(0),
    settledAt: null,
    canReport: false,
    missedAt: null,
  })
  return id
}
