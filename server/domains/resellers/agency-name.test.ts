import { expect, test } from 'vitest'

import { isLikeAddress, isMisleadingName, plainName, plainTitle } from './agency-name.ts'

test.each([
  ['text turned around', '蓝鲸\u202E络网'],
  ['an isolate', '蓝鲸\u2066网络'],
  ['a zero-width space', '蓝\u200B鲸'],
  ['a zero-width joiner', '蓝\u200D鲸'],
  ['a byte order mark', '\uFEFF蓝鲸'],
  ['a soft hyphen', 'blue\u00ADwhale'],
  ['a filler that looks like nothing', '蓝\u3164鲸'],
  ['a variation selector', '蓝鲸\uFE0F'],
  ['a control character', '蓝\u0085鲸'],
  ['a line separator', '蓝\u2028鲸'],
  ['a private character', '蓝\uE000鲸'],
  ['the platform', '鱼线'],
  ['the platform with more', '鱼线网络 华东'],
  ['the platform in traditional characters', '魚線'],
  ['another old spelling', '漁綫加速'],
  ['the platform with blanks and signs', '鱼 · 线'],
  ['the platform in a radical', '⻥线'],
  ['the platform in Latin letters', 'YuXian Net'],
  ['in full width', 'ＹＵＸＩＡＮ'],
  ['in Cyrillic letters', 'уuхіаn'],
  ['with accents', 'yúxiàn'],
  ['with digits for letters', 'yux1an'],
  ['spaced out', 'y u x i a n'],
  ['before a word with g', 'yuxian gzs'],
  ['official', '某某官方'],
  ['official, spaced', '官 方客服'],
  ['official in English', 'Official Store'],
  ['official with digits', '0ff1cial'],
])('%s is misleading', (_what, name) => {
  expect(isMisleadingName(name)).toBe(true)
})

test.each([
  '蓝鲸网络',
  '海边',
  '小鱼加速',
  '线上小店',
  'Yuxiang 鱼香',
  'Office 24',
  "Fisch & 'Netz'",
  '방탄',
  '官渡方舟',
])('%s is an ordinary name', (name) => {
  expect(isMisleadingName(name)).toBe(false)
})

test.each([
  ['an address beside a name', '"A" <ceo@bank.example>', 'A ceo bank.example'],
  ['an address alone', 'ceo@bank.example', 'ceo bank.example'],
  ['a quoted name', '"Bank"', 'Bank'],
  ['a name in single quotes', "'Bank'", 'Bank'],
  ['typographic quotes', '“Bank”', 'Bank'],
  ['full width signs', 'ceo＠bank ＜x＞', 'ceo bank x'],
  ['small signs', 'ceo﹫bank ﹤x﹥', 'ceo bank x'],
  ['brackets that look alike', '‹ceo› ⟨bank⟩ 〈x〉', 'ceo bank x'],
  ['a backslash', 'a\\b', 'a b'],
])('%s looks like an address', (_what, name, plain) => {
  expect(isLikeAddress(name)).toBe(true)
  expect(plainName(name)).toBe(plain)
})

test.each(['蓝鲸', 'Blue Whale (HK)', "Tom's Lines", 'Tom’s Lines', '「蓝鲸」加速', '蓝鲸.com', '甲 & 乙, 丙'])(
  '%s is a name like any other',
  (name) => {
    expect([isLikeAddress(name), plainName(name)]).toEqual([false, name])
  },
)

test('removes invisible characters, joins lines, and replaces a title of signs only by the default title of its key', () => {
  expect(plainName('one\r\nBcc: two\u202E\u200B')).toBe('one Bcc: two')
  expect(plainTitle(999, '<@>')).toBe('用户中心')
})
