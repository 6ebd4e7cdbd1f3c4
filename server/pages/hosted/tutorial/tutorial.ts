import { writeAppKey } from '../../../../contract/app-key.ts'
import type { Language } from '../../../../contract/languages.ts'
import { escapeHtml } from '../../../platform/escape-html.ts'
import { type HostedContent, sectionHtml } from '../layout.ts'
import type { HostedBody, HostedView } from '../send-hosted.ts'
import { tutorialEn } from './en.ts'
import { tutorialZhCn } from './zh-cn.ts'
import { tutorialZhTw } from './zh-tw.ts'

/** A tutorial and what its way to the reader's own lines is called. */
export type Tutorial = HostedContent & { toLines: string }

const texts: Record<Language, Tutorial> = { 'zh-CN': tutorialZhCn, 'zh-TW': tutorialZhTw, en: tutorialEn }

/**
 * Shown while a reseller has no tutorial of its own. Nothing personal is in it: the reader's addresses are in the list of
 * lines, which opens in place of the whole page, since a frame without scripts could not show it. Where that may not be,
 * the way there is left out: the screen around the page has one of its own.
 */
export function tutorialBody({ language, resellerId, mayLeave }: HostedView): HostedBody {
  const { title, intro = '', sections, toLines } = texts[language]
  const [first, ...rest] = sections
  const href = `/user/line_list?app_key=${writeAppKey(resellerId)}`
  const link = `<p><a class="action" href="${href}" target="_top">${escapeHtml(toLines)}</a></p>`
  const way = mayLeave ? link : ''
  const beginning = first ? sectionHtml(first).replace('</section>', `${way}</section>`) : way
  return { title, html: `<p>${escapeHtml(intro)}</p>${beginning}${rest.map(sectionHtml).join('\n')}` }
}
