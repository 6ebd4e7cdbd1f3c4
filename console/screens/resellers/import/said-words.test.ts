import { expect, test } from 'vitest'

import { fill, type TextValues } from '../../../../ui/words/translate.ts'
import type { Translate } from '../../../words/words.ts'
import words from '../../../words/zh-cn/imports.ts'
import { examplesText, panelText, remarkText, saidText, versionText } from './said-words.ts'

const t = ((key: keyof typeof words, values?: TextValues) => fill(words[key], values)) as Translate<'imports'>

test.each([
  ['plan 99', '套餐 99'],
  ['plan 5 month', '套餐 5 月付'],
  ['vmess 3: network h2', 'vmess 3：传输方式 h2'],
  [
    'shadowsocks 2: cipher rc4-md5; settings.cipher must be one of aes-128-gcm, aes-256-gcm',
    'shadowsocks 2：加密方式 rc4-md5、这里只能是 aes-128-gcm, aes-256-gcm',
  ],
  ['trojan 1: changed there, and changed here before', 'trojan 1：两边都改过，保留这里的'],
  ['vless 1: another protocol: it needs a node of its own', 'vless 1：换了协议，请另建一个节点'],
  [
    `user 2: somebody here had the name, so this one's ends in -2; tell the user`,
    '用户 2：用户名这里已有人用，后面加了 -2：请告诉这位用户',
  ],
  [
    'plan 1: its price for month fell there, its wholesale stays here',
    '套餐 1：月付 在旧面板降了价，这里的批发价不变，要降请在报价里改',
  ],
  ['plan 1: its device limit was changed here', '套餐 1：在这里改过，保留这里的（设备数）'],
  ['plan 1: its price for half was changed here', '套餐 1：在这里改过，保留这里的（半年付价格）'],
  ['coupon 4: another one here has this code, so it did not come', '优惠码 4：这里已有同样的码，没有过来'],
  ['coupon 3: its plan is not here, so it did not come', '优惠码 3：它的套餐不在这里，没有过来'],
  ['shadowsocks 4: obfs of shadowsocks', 'shadowsocks 4：混淆（obfs）'],
  [
    '3 old subscription addresses: somebody else here has them, or their owners reset them here',
    '3 个旧订阅地址没有过来：这里已有别人在用，或主人在这里重置过',
  ],
  ['vmess 3: something nobody has words for', 'vmess 3：something nobody has words for'],
])('%s is said in the words of the reader', (said, shown) => {
  expect(saidText(t, said)).toBe(shown)
})

test('numbers alone are called old ones, and the fork by its name', () => {
  expect(examplesText(t, ['10', '11'], true)).toBe('旧编号，例如 10、11 …')
  expect(examplesText(t, ['plan 99'], false)).toBe('例如 套餐 99')
  expect(panelText(t, 'V2Board of wyx2685, 1.7.5')).toBe('V2Board（wyx2685 分支）, 1.7.5')
})

test('versions and remarks are said in the words of the reader, and others as they are', () => {
  expect(['1.7.4 or older', 'before 1.6', '1.7.4'].map((version) => versionText(t, version))).toEqual([
    '1.7.4 或更早',
    '早于 1.6',
    '1.7.4',
  ])
  expect(remarkText(t, 'The gzip file is damaged or not whole.')).toBe('gzip 文件损坏或不完整。')
  expect(remarkText(t, 'Something else.')).toBe('Something else.')
})
