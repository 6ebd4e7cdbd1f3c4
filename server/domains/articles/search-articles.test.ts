import { expect, test } from 'vitest'

import { mergeArticles } from './find-articles.ts'
import { searchArticles } from './search-articles.ts'

const ours = mergeArticles([])
const best = (text: string) => searchArticles(ours, text).map(({ id }) => id)

test.each([
  ['我的手机没反应，连不上了怎么办', 'connect'],
  ['連不上', 'connect'],
  ['晚上看视频好卡', 'slow'],
  ['慢', 'slow'],
  ['苹果手机用什么软件', 'client'],
  ['订阅地址怎么添加', 'import'],
  ['流量不够用了', 'traffic'],
  ['昨天充值了 50 块，扣款成功但是没到账', 'paid'],
  ['已经过期了想续费', 'expired'],
  ['超出设备数，家人连不了', 'devices'],
  ['忘记密码，收不到验证码', 'password'],
  ['我要退款', 'refund'],
  ['money back please', 'refund'],
  ['I paid by Alipay but it was not credited', 'paid'],
  ['buffering and lag', 'slow'],
])('the best article for %j is %s', (text, id) => {
  expect(best(text)[0]).toBe(id)
})

test('finds a word of another language than the reader’s, whatever its case and width', () => {
  expect(best('ＩＰＨＯＮＥ')[0]).toBe('client')
})

test.each(['', '   ', '？！…', 'xyzzy', '的', '<script>', '%', '_'])('finds nothing for %j', (text) => {
  expect(best(text)).toEqual([])
})

test('offers the best, what fits nearly as well, and nothing that fits far worse', () => {
  expect(best('账号被盗，两步验证的恢复码')).toEqual(['password'])
  expect(best('我要退款，流量用完了')).toEqual(['traffic', 'refund'])
})

test('a very long text is searched by its beginning', () => {
  expect(best(`退款${'春夏秋冬'.repeat(1000)}`)[0]).toBe('refund')
})
