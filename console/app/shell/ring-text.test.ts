import { beforeAll, expect, it } from 'vitest'

import type { BellRing } from '../../../contract/console/bell.ts'
import { bellKinds, type BellKind } from '../../../contract/console/choices.ts'
import { startWords } from '../../../ui/words/word-store.ts'
import { wordsOf } from '../../words/language.ts'
import { ringText } from './ring-text.ts'

beforeAll(() => startWords('zh-CN', ['bell']))

const node = { name: '东京 01', lines: 3, nodeId: 1 }
const samples: Record<BellKind, [detail: BellRing['detail'], text: string, to: string][]> = {
  order: [[{ orderId: 'o-1', about: '轻享版' }, '新订单：轻享版', '/orders/o-1']],
  refund: [
    [{ state: 'done', orderId: 'o-1', paymentId: null }, '退款申请已同意', '/orders/o-1'],
    [{ state: 'declined', orderId: null, paymentId: 'p-1' }, '退款申请没有通过', '/payments/p-1'],
  ],
  payout: [
    [{ state: 'paid', amountFen: 12_000 }, '结算 ¥120.00 已打款', '/money'],
    [{ state: 'rejected', amountFen: 12_000 }, '结算 ¥120.00 没有通过，已退回余额', '/money'],
  ],
  balance: [[{ balanceFen: 900, lastsDays: 2 }, '余额只剩 ¥9.00，快用完了', '/money']],
  incident: [
    [{ ...node, event: 'down' }, '东京 01 中断，你有 3 条线路在上面', '/network'],
    [{ ...node, event: 'maintenance' }, '东京 01 开始维护，你有 3 条线路在上面', '/network'],
    [{ ...node, event: 'up' }, '东京 01 恢复了', '/network'],
  ],
  approved: [[{}, '审核通过，现在可以在线收款', '/']],
  word: [[{ resellerId: 260, member: 'boss', text: '连不上', name: '东京 01' }, '代理 260 的 boss 留言', '/resellers']],
  webhook: [
    [{ name: '机器人', reason: 'gone' }, 'Webhook「机器人」对方说不再接收，已停用', '/team'],
    [{ name: '机器人', reason: 'failing' }, 'Webhook「机器人」一直失败，已停用', '/team'],
  ],
  answer: [[{ text: '在看了', name: '东京 01' }, '平台回复了你的留言', '/network']],
}

it.each(Object.keys(bellKinds) as BellKind[])('a ring of kind %s says what happened and leads there', (kind) => {
  for (const [detail, text, to] of samples[kind]) {
    const ring = { id: 1, kind, at: '2026-11-14T08:00:00Z', isUnread: true, detail }
    expect(ringText(ring, wordsOf('bell'))).toMatchObject({ text, to })
  }
})
