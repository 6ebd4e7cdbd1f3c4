import { expect, test } from 'vitest'

import en from '../console/words/en/import-findings.ts'
import zhCn from '../console/words/zh-cn/import-findings.ts'
import zhTw from '../console/words/zh-tw/import-findings.ts'
import { findingTexts } from '../server/domains/imports/report/finding-texts.ts'

const keys = Object.keys(findingTexts).flatMap((code) => [code, `${code}_to`])
const languages: [name: string, words: Record<string, string>, signs: RegExp][] = [
  ['en', en, /[a-z]/],
  ['zh-cn', zhCn, /[\u4e00-\u9fff]/],
  ['zh-tw', zhTw, /[\u4e00-\u9fff]/],
]

test.each(languages)(
  'the console says in %s what an import can find, and what becomes of it',
  (_name, words, signs) => {
    expect(keys.length).toBeGreaterThan(100)
    expect(keys.filter((key) => !signs.test(words[key] ?? ''))).toEqual([])
  },
)
