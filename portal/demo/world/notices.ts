import type { Notice, NoticeBlock } from '../../../contract/notices.ts'
import { sampleNotices } from '../../../contract/sample-notices.ts'
import { at, HOUR_MS } from './sample-time.ts'

export const notices: Notice[] = sampleNotices.map(({ hoursAgo, paragraphs, ...rest }) => ({
  ...rest,
  publishedAt: at(-hoursAgo * HOUR_MS),
  summary: paragraphs[0],
  blocks: paragraphs.map(paragraph),
}))

export function countUnread(): number {
  return notices.filter(({ isRead }) => !isRead).length
}

export function readNotice(id: string): void {
  for (const [index, notice] of notices.entries()) {
    if (id === 'all' || id === 'public' || notice.id === id) notices[index] = { ...notice, isRead: true }
  }
}

function paragraph(text: string): NoticeBlock {
  return {
    kind: 'paragraph',
    level: 1,
    number: null,
    runs: [{ text, isStrong: false, isSlanted: false, isCode: false, href: null }],
  }
}
