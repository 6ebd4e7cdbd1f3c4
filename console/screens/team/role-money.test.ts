import { describe, expect, test } from 'vitest'

import { builtInRoles } from '../../../contract/permissions.ts'
import { roleNames } from '../../../contract/role-names.ts'
import { fill, type TextValues } from '../../../ui/words/translate.ts'
import en from '../../words/en/team.ts'
import type { Translate } from '../../words/words.ts'
import zhCn from '../../words/zh-cn/team.ts'
import zhTw from '../../words/zh-tw/team.ts'
import { roleMoneyText } from './role-money.ts'

const sayIn = (words: Record<keyof typeof zhCn, string>) =>
  ((key: keyof typeof zhCn, values?: TextValues) => fill(words[key], values)) as Translate<'team'>
const textOf = (permissions: Iterable<string>, words: Record<keyof typeof zhCn, string> = zhCn) =>
  roleMoneyText([...permissions], sayIn(words))

const ALL = '看得到订单和付款金额、用户余额、销售合计和佣金、批发价、利润、店里的余额和欠款。'

test.each([
  ['owner', ALL],
  ['manager', ALL],
  ['support', '看得到订单和付款金额、用户余额；看不到销售合计和佣金、批发价、利润、店里的余额和欠款。'],
  ['finance', ALL],
  ['viewer', ALL],
] as const)('%s: what of the money it sees', (role, text) => {
  expect(textOf(builtInRoles.reseller[role])).toBe(text)
})

describe('a role that an owner made', () => {
  test('a bookkeeper sees the statements alone', () => {
    expect(textOf(['statements.read'])).toBe(
      '看得到每月对账单；看不到订单和付款金额、用户余额、销售合计和佣金、批发价、利润、店里的余额和欠款。',
    )
  })

  test('nothing, where no permission shows an amount', () => {
    expect(textOf(['tickets.answer'])).toBe('看不到任何金额。')
  })

  test.each([
    [['prices.read'], '批发价', '利润'],
    [['withdrawals.decide'], '店里的余额和欠款', '批发价'],
    [['users.give'], '赠送和批量的花费', '批发价'],
    [['audit.read'], '审计里出现的金额', '利润'],
  ])('%j shows %s, and not %s', (permissions, seen, unseen) => {
    const [shown, hidden] = textOf(permissions).split('；')
    expect(shown).toContain(seen)
    expect(hidden).toContain(unseen)
  })
})

test('the other languages say the same of support', () => {
  const { support } = builtInRoles.reseller
  expect(textOf(support, zhTw)).toBe(
    '看得到訂單和付款金額、使用者餘額；看不到銷售合計和佣金、批發價、利潤、店裡的餘額和欠款。',
  )
  expect(textOf(support, en)).toBe(
    'Sees amounts of orders and payments, users’ balances. Does not see sales totals and commission, wholesale prices, margin, the shop’s balance and debt.',
  )
})

test('a role’s own sentence leaves the money to this one, in each language', () => {
  const about = roleNames.map((role) => `about${role[0]!.toUpperCase()}${role.slice(1)}` as keyof typeof zhCn)
  for (const words of [zhCn, zhTw, en]) {
    const said = about.map((key) => words[key])
    expect(said.filter((text) => /看不到|看资金|看資金|批发|批發|wholesale|sees/i.test(text))).toEqual([])
  }
})
