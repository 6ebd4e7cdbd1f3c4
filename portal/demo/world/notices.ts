import type { Message, MessageBlock } from '../../../contract/messages.ts'
import { sampleNotices } from '../../../contract/sample-notices.ts'
import { at, HOUR_MS } from './sample-time.ts'

export const notices: Message[] = sampleNotices.map(({ hoursAgo, paragraphs, ...rest }) => ({
  ...rest,
  publishedAt: at(-hoursAgo * HOUR_MS),
  summary: paragraphs[0],
  blocks: paragraphs.map(paragraph),
}))

export function countUnread(): number {
  return notices.filter(({ isRead }) => !isRead).length
}

export function readNotice(id: string): void {
  for (const [index, message] of notices.entries()) {
    if (id === 'all' || message.id === id) notices[index] = { ...message, isRead: true }
  }
}

function paragraph(text: string): MessageBlock {
  return {
    kind: 'paragraph',
    level: 1,
    number: null,
    runs: [{ text, isStrong: false, isSlanted: false, isCode: false, href: null }],
  }
}
