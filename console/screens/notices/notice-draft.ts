import type { Static } from 'typebox'

import type { consoleApi } from '../../../contract/console/api.ts'
import type { NoticeAudience } from '../../../contract/console/notices.ts'
import { typedMoment } from '../../../ui/words/date-text.ts'

export const LANGUAGES = ['zh-CN', 'zh-TW', 'en'] as const
type Text = { title: string; body: string }
export type Draft = {
  language: (typeof LANGUAGES)[number]
  texts: Record<(typeof LANGUAGES)[number], Text>
  to: NoticeAudience['kind']
  packageId: string | null
  days: number
  /** As in the field, by the business's clock; empty: from now, for ever. */
  at: string
  until: string
  isPinned: boolean
}

const none = { title: '', body: '' }
export const EMPTY: Draft = {
  language: 'zh-CN',
  texts: { 'zh-CN': none, 'zh-TW': none, en: none },
  to: 'all',
  packageId: null,
  days: 7,
  at: '',
  until: '',
  isPinned: false,
}

/** Without a chosen package the audience is empty, and the server says so. */
export function audienceOf({ to, packageId, days }: Pick<Draft, 'to' | 'packageId' | 'days'>): NoticeAudience {
  if (to === 'all') return { kind: to }
  return to === 'package' ? { kind: to, packageId: packageId ?? '999999999' } : { kind: to, days }
}

type Input = Static<typeof consoleApi.notices.publish.input>

export function inputOf(draft: Draft): Input {
  const { 'zh-CN': first, 'zh-TW': tw, en } = draft.texts
  const isThere = ({ title, body }: Text) => title.trim() !== '' || body.trim() !== ''
  return {
    ...first,
    ...(isThere(tw) ? { 'zh-TW': tw } : {}),
    ...(isThere(en) ? { en } : {}),
    audience: audienceOf(draft),
    isPinned: draft.isPinned,
    ...(draft.at === '' ? {} : { publishAt: typedMoment(draft.at) }),
    ...(draft.until === '' ? {} : { expiresAt: typedMoment(draft.until) }),
  }
}
