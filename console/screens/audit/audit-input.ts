import { momentsOf } from '../../features/table/moments-of.ts'

const toMoments = momentsOf('from', 'to')

/** Looks are many and rarely asked for: they show only when chosen, or when a filter names an action. */
export function auditInput({ only, ...filters }: Readonly<Record<string, string>>): object {
  const shown = only ?? (filters['action'] ? 'all' : 'changes')
  return { ...toMoments(filters), ...(shown === 'all' ? {} : { only: shown }) }
}
