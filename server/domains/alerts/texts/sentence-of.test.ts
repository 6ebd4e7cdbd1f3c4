import { expect, test } from 'vitest'

import { LANGUAGES } from '../../../../contract/languages.ts'
import { alertKinds } from '../../../../contract/monitor-figures.ts'
import { sentenceOf } from './sentence-of.ts'

test('every raised kind has a sentence in every language', () => {
  for (const language of LANGUAGES) {
    const said = alertKinds.map((kind) => sentenceOf({ kind, subject: 'node:1', detail: {} }, language))
    expect(said.filter((text, at) => text.includes(alertKinds[at]!))).toEqual([])
    expect(new Set(said).size).toBe(alertKinds.length)
  }
})

test('names regions in the language, shows the subject, and names unknown kinds as they are', () => {
  const silent = { kind: 'node.silent', subject: 'node:1', detail: { nodeName: 'A 1', region: 'HK' } }
  expect(LANGUAGES.map((language) => sentenceOf(silent, language))).toEqual([
    '节点 A 1（香港）没有响应',
    '節點 A 1（香港）沒有回應',
    'Node A 1 (Hong Kong) is not responding',
  ])
  const batch = { kind: 'node.batch_refused', subject: 'node:7', detail: { why: 'impossible' } }
  expect(sentenceOf(batch, 'zh-CN')).toBe('节点上报的流量有问题，没有计入（node:7）')
  expect(sentenceOf({ kind: 'old.kind', subject: 'x:1', detail: {} }, 'en')).toBe('old.kind: x:1')
})
