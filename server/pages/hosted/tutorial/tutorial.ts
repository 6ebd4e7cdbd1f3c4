import { writeAppKey } from '../../../../contract/app-key.ts'
import type { Language } from '../../../../contract/languages.ts'
import { escapeHtml } from '../../../platform/text/escape-html.ts'
import { sectionHtml } from '../layout.ts'
import type { HostedBody, HostedView } from '../send-hosted.ts'
import { tutorialEn } from './en.ts'
import { type Tutorial, tutorialZhCn } from './zh-cn.ts'
import { tutorialZhTw } from './zh-tw.ts'

const texts: Record<Language, Tutorial> = { 'zh-CN': tutorialZhCn, 'zh-TW': tutorialZhTw, en: tutorialEn }

/**
 * Shown while a reseller has no tutorial of its own. It holds nothing personal: the reader's addresses are in the list
 * of lines. That list replaces the whole page, since a frame without scripts could not show it. Where the reader may
 * not leave, the link is left out: the screen around the page has its own.
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
