import { expect, test } from 'vitest'

import { isMisleadingName } from './agency-name.ts'

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
])('%s is a name like any other', (name) => {
  expect(isMisleadingName(name)).toBe(false)
})
