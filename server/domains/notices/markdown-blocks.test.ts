import fc from 'fast-check'
import { expect, test } from 'vitest'

import { markdownBlocks, summaryOf } from './markdown-blocks.ts'

const shapeOf = (markdown: string) =>
  markdownBlocks(markdown).map(({ kind, level, number, runs }) => [
    kind,
    level,
    number,
    runs.map((run) => run.text).join(''),
  ])
const runsOf = (markdown: string) => markdownBlocks(markdown).flatMap(({ runs }) => runs)

test('turns common Markdown into blocks in their order', () => {
  const markdown =
    '# 维护\n\n今晚 **两点**\n升级\n\n- 香港\n  - 一号\n- 日本\n\n3. 三\n4. 四\n\n> 抱歉\n\n---\n\n```\na <b>\n```'
  expect(shapeOf(markdown)).toEqual([
    ['heading', 1, null, '维护'],
    ['paragraph', 1, null, '今晚 两点\n升级'],
    ['item', 1, null, '香港'],
    ['item', 2, null, '一号'],
    ['item', 1, null, '日本'],
    ['item', 1, 3, '三'],
    ['item', 1, 4, '四'],
    ['quote', 1, null, '抱歉'],
    ['rule', 1, null, ''],
    ['code', 1, null, 'a <b>'],
  ])
})

test('marks strong, slanted, code and linked text', () => {
  expect(runsOf('a **b _c_** `d` [e](https://x.example/) f')).toEqual([
    { text: 'a ', isStrong: false, isSlanted: false, isCode: false, href: null },
    { text: 'b ', isStrong: true, isSlanted: false, isCode: false, href: null },
    { text: 'c', isStrong: true, isSlanted: true, isCode: false, href: null },
    { text: ' ', isStrong: false, isSlanted: false, isCode: false, href: null },
    { text: 'd', isStrong: false, isSlanted: false, isCode: true, href: null },
    { text: ' ', isStrong: false, isSlanted: false, isCode: false, href: null },
    { text: 'e', isStrong: false, isSlanted: false, isCode: false, href: 'https://x.example/' },
    { text: ' f', isStrong: false, isSlanted: false, isCode: false, href: null },
  ])
})

test.each([
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](java&#10;script:alert(1))',
  '[x](data:text/html;base64,PGI+)',
  '[x](vbscript:x)',
  '[x](http://plain.example/)',
  '[x](//evil.example/)',
  '[x](/user/tcBuy/)',
  '[x](/user/tcBuy?next=//evil.example)',
  '[x](/user/tcBuy#x)',
  '[x](/user/../api/user/info)',
  '[x](/user/%2e%2e/monitor)',
  '[x](/user/%74cBuy)',
  '[x](/user&#47;nowhere)',
  '[x](/\\\\evil.example)',
  '[x](/\\evil.example)',
  '[x](/%5cevil.example)',
  '[x](///evil.example/user)',
  '[x](user/tcBuy)',
  '[x](/USER/tcBuy)',
  '[x](/monitor)',
  '[x](/api/user/logout)',
  '[x](/login?message=x)',
  '[x](https://user:pass@evil.example/)',
  '<javascript:alert(1)>',
  '<img src=x onerror=alert(1)>',
  '<a href="https://x.example/">x</a>',
  '![x](https://track.example/pixel.png)',
  '[x]: javascript:alert(1)\n\n[x]',
])('%s is not a link', (markdown) => {
  expect(runsOf(markdown).filter(({ href }) => href !== null)).toEqual([])
})

test('links pages of the portal only by their exact path', () => {
  const links = runsOf('[套餐](/user/tcBuy) [首页](</user>) [状态](/online "now") [x]\n\n[x]: /user/freeze_acc')
  expect(links.map(({ href }) => href).filter(Boolean)).toEqual(['/user/tcBuy', '/user', '/online', '/user/freeze_acc'])
})

test('keeps https and mail links, also as bare addresses in angle brackets', () => {
  const links = runsOf('[a](https://x.example/?q=1&r="2) <https://y.example> <help@x.example>')
  expect(links.map(({ href }) => href).filter(Boolean)).toEqual([
    'https://x.example/?q=1&r=%222',
    'https://y.example/',
    'mailto:help@x.example',
  ])
})

test('any input gives only links to our pages, https or mail, and the parser always ends', () => {
  const piece = fc.constantFrom(
    '[',
    ']',
    '(',
    ')',
    '<',
    '>',
    '!',
    '*',
    '_',
    '`',
    '#',
    '- ',
    '1. ',
    '\n',
    'javascript:',
    'https://x.example',
    'data:',
    '/',
    '/user',
    '\\',
    '%2f',
    '&#x6a;',
    'x',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      for (const { href } of runsOf(pieces.join(''))) expect(href ?? 'https:').toMatch(/^(https:|mailto:|\/user$)/)
    }),
    { numRuns: 300 },
  )
})

test('a summary is the beginning as plain text', () => {
  expect(summaryOf(markdownBlocks('# 标题\n\n**你好**\n世界 [x](https://x.example)'))).toBe('你好 世界 x')
  expect([...summaryOf(markdownBlocks('鱼'.repeat(500)))]).toHaveLength(121)
})
