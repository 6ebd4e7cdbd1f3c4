import type { cohortKinds } from '../../../contract/console/choices.ts'
import { dateText, dayStartMs } from '../../../ui/words/date-text.ts'

export type Kind = (typeof cohortKinds)[number]
/** Days, both included. */
export type Span = { from: string; to: string }

/** The address of the users behind a figure. */
export function rowsBehind(by: Kind, key: string, window: Span): (more?: string) => string {
  const { from, to } = by === 'month' ? monthOf(key) : window
  const whose = { month: '', package: `&firstPackage=${key}`, inviter: `&inviter=${key}` }[by]
  return (more) => `/users?boughtFrom=${from}&boughtTo=${to}${whose}${more ? `&${more}` : ''}`
}

function monthOf(month: string): Span {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return { from: `${month}-01`, to: dateText(dayStartMs(`${year}-${number + 1}-01`, -1)) }
}
