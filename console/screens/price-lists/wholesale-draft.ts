import type { Static } from 'typebox'

import type { consoleApi } from '../../../contract/console/api.ts'
import type { ListEntry } from '../../../contract/console/price-lists.ts'
import { dayStart } from '../../../ui/words/date-text.ts'
import { fenOf } from '../../features/form/fen-of.ts'

export type Whose = { listId: number } | { resellerId: number }
export type Named = Pick<ListEntry, 'packageId' | 'period'>
/** An existing price. */
export type Known = Named & { packageName: string; wholesaleFen: number; suggestedRetailFen?: number | null }
export type Draft = {
  packageId: string | null
  period: Named['period'] | null
  /** Yuan, as typed. */
  wholesale: number | string
  suggested: number | string
  /** A day; empty: as early as allowed. */
  from: string
}
type Change = Static<typeof consoleApi.priceLists.set.input>

export function firstDraft(row: Known | undefined): Draft {
  const suggested = row?.suggestedRetailFen ?? null
  return {
    packageId: row?.packageId ?? null,
    period: row?.period ?? null,
    wholesale: row ? row.wholesaleFen / 100 : '',
    suggested: suggested === null ? '' : suggested / 100,
    from: '',
  }
}

/** The call's input; null while something is missing. */
export function changeOf(whose: Whose, draft: Draft): Change | null {
  const { packageId, period, wholesale, suggested, from } = draft
  if (packageId === null || period === null || wholesale === '') return null
  const entry = {
    packageId,
    period,
    wholesaleFen: fenOf(wholesale),
    ...('listId' in whose ? { suggestedRetailFen: suggested === '' ? null : fenOf(suggested) } : {}),
  }
  const day = from === '' ? {} : { from: dayStart(from) }
  return { ...whose, entries: [entry], ...day }
}
