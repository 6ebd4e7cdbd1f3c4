import type { Message, MessageBlock } from '../../../contract/messages.ts'
import { at, DAY_MS } from './sample-time.ts'

export const notices: Message[] = [
  notice('3', '新节点：首尔', 1, false, [
    '首尔节点已经开放，延迟低，适合看视频和打游戏。',
    '在「安装线路」里就能装上。',
  ]),
  notice('2', '香港 02 例行维护', 3, false, ['香港 02 今晚维护，大约两小时。', '装在这里的线路可以免费换到别的节点。']),
  notice('1', '邀请朋友，一起省钱', 16, true, [
    '朋友用你的邀请码注册并购买套餐，你会得到佣金。',
    '佣金可以用来买套餐，也可以提现。',
  ]),
]

export function countUnread(): number {
  return notices.filter(({ isRead }) => !isRead).length
}

export function readNotice(id: string): void {
  for (const [index, message] of notices.entries()) {
    if (id === 'all' || message.id === id) notices[index] = { ...message, isRead: true }
  }
}

function notice(id: string, title: string, daysAgo: number, isRead: boolean, texts: readonly string[]): Message {
  const publishedAt = at(-daysAgo * DAY_MS)
  return { id, title, publishedAt, isPinned: id === '3', isRead, summary: texts[0] ?? '', blocks: texts.map(paragraph) }
}

function paragraph(text: string): MessageBlock {
  return {
    kind: 'paragraph',
    level: 1,
    number: null,
    runs: [{ text, isStrong: false, isSlanted: false, isCode: false, href: null }],
  }
}
