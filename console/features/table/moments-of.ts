import { dayStart } from '../../../ui/words/date-text.ts'

type Filters = Readonly<Record<string, string>>

/** Turns two filters that are days of the business into the moments that the server compares. The last day counts. */
export function momentsOf(from: string, to: string): (filters: Filters) => Filters {
  return (filters) => ({
    ...filters,
    ...(filters[from] ? { [from]: dayStart(filters[from]) } : {}),
    ...(filters[to] ? { [to]: dayStart(filters[to], 1) } : {}),
  })
}
