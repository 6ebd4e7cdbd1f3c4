import { writeAppKey } from '../../../contract/app-key.ts'
import { civilTime } from '../../../contract/civil-time.ts'
import type { Language } from '../../../contract/languages.ts'
import { sampleNotices } from '../../../contract/sample-notices.ts'
import { markdownBlocks } from '../../domains/notices/markdown-blocks.ts'
import { findPublicNotices, type PublicNotice } from '../../domains/notices/own-notices.ts'
import { clock } from '../../platform/clock.ts'
import { escapeHtml } from '../../platform/text/escape-html.ts'
import { blocksHtml } from './blocks-html.ts'
import type { HostedBody, HostedDeps, HostedView } from './send-hosted.ts'

const words: Record<Language, { title: string; pinned: string; none: string }> = {
  'zh-CN': { title: '消息', pinned: '置顶', none: '现在没有消息。有新消息时，首页右上角的铃铛会提醒你。' },
  'zh-TW': { title: '訊息', pinned: '置頂', none: '現在沒有訊息。有新訊息時，首頁右上角的鈴鐺會提醒你。' },
  en: {
    title: 'Messages',
    pinned: 'Pinned',
    none: 'No messages at the moment. The bell at the top of the home page tells you when there is one.',
  },
}

/** Ignores the sample credentials in the address: the page shows what every user of the reseller may read. */
export async function noticesBody(
  { language, resellerId, mayLeave }: HostedView,
  { db, config }: HostedDeps,
): Promise<HostedBody> {
  const notices = await findPublicNotices({ db, now: clock.now(), language }, resellerId)
  return noticesPage(notices, { language, resellerId, mayLeave }, config.businessTz)
}

/** The same notices as the demo's bell, whatever the reseller's users are told. */
export function sampleNoticesBody(view: HostedView, { config }: HostedDeps): HostedBody {
  const now = clock.now().getTime()
  const notices = sampleNotices.map(({ title, isPinned, hoursAgo, paragraphs }) => ({
    title,
    isPinned,
    publishedAt: new Date(now - hoursAgo * 3_600_000),
    blocks: paragraphs.flatMap(markdownBlocks),
  }))
  return noticesPage(notices, view, config.businessTz)
}

type Reader = Pick<HostedView, 'language' | 'resellerId' | 'mayLeave'>

function noticesPage(notices: PublicNotice[], { language, resellerId, mayLeave }: Reader, zone: string): HostedBody {
  const { title, none } = words[language]
  if (notices.length === 0) return { title, html: `<section><p>${escapeHtml(none)}</p></section>` }
  const ownLink = (path: string) => (mayLeave ? `${path}?app_key=${writeAppKey(resellerId)}` : null)
  const articles = notices.map((notice) =>
    noticeHtml(notice, headLine(notice, language, zone), blocksHtml(notice.blocks, ownLink)),
  )
  return { title, html: articles.join('\n') }
}

function noticeHtml({ title }: PublicNotice, head: string, body: string): string {
  return `<article><h2>${escapeHtml(title)}</h2><p class="soft">${head}</p>${body}</article>`
}

function headLine({ isPinned, publishedAt }: PublicNotice, language: Language, zone: string): string {
  const { year, month, day } = civilTime(publishedAt, zone)
  const date = [year, month, day].map((part) => String(part).padStart(2, '0')).join('-')
  const pinned = isPinned ? ` · ${words[language].pinned}` : ''
  return `<time datetime="${publishedAt.toISOString()}">${date}</time>${pinned}`
}
