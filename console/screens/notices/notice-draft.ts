import type { Static } from 'typebox'

import type { consoleApi } from '../../../contract/console/api.ts'
import type { NoticeTo } from '../../../contract/console/notices.ts'
import type { Language } from '../../../contract/languages.ts'
import { typedMoment } from '../../../ui/words/date-text.ts'
import { toSelection } from '../../features/bulk/to-selection.ts'
import { NO_TEXTS, textsInput, type NoticeTextsOf } from '../../features/form/texts-input.ts'
import { userMoments } from '../../features/user-filter/user-filters.ts'

export type Draft = {
  language: Language
  texts: NoticeTextsOf
  /** Null: nobody is chosen yet. */
  to: NoticeTo['kind'] | null
  packageId: string | null
  days: number
  /** As in the address of the users list. */
  filters: Readonly<Record<string, string>>
  /** As in the field, by the business's clock; empty: from now, for ever. */
  at: string
  until: string
  isPinned: boolean
}

export const EMPTY: Draft = {
  language: 'zh-CN',
  texts: NO_TEXTS,
  to: null,
  packageId: null,
  days: 7,
  filters: {},
  at: '',
  until: '',
  isPinned: false,
}

/** Without a chosen package the audience is empty, and the server says so. */
export function audienceOf({
  to,
  packageId,
  days,
  filters,
}: Pick<Draft, 'to' | 'packageId' | 'days' | 'filters'>): NoticeTo {
  switch (to) {
    case null:
    case 'all':
      return { kind: 'all' }
    case 'package':
      return { kind: to, packageId: packageId ?? '999999999' }
    case 'filter':
      return { kind: to, filter: toSelection(userMoments(filters)) }
    default:
      return { kind: to, days }
  }
}

/** Nobody is preset, and a filter that names nothing would meet everybody. */
export function hasAudience({ to, filters }: Pick<Draft, 'to' | 'filters'>): boolean {
  return to !== null && (to !== 'filter' || Object.keys(filters).length > 0)
}

type Input = Static<typeof consoleApi.notices.publish.input>

export function inputOf(draft: Draft): Input {
  return {
    ...textsInput(draft.texts),
    audience: audienceOf(draft),
    isPinned: draft.isPinned,
    ...(draft.at === '' ? {} : { publishAt: typedMoment(draft.at) }),
    ...(draft.until === '' ? {} : { expiresAt: typedMoment(draft.until) }),
  }
}
