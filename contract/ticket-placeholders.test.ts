import { expect, test } from 'vitest'

import { fillPlaceholders, placeholderNames, placeholderText, unknownPlaceholder } from './ticket-placeholders.ts'

test('knows a placeholder by its word in every language, and nothing else', () => {
  for (const language of ['zh-CN', 'zh-TW', 'en'] as const) {
    const all = placeholderNames.map((name) => placeholderText(name, language)).join(' ')
    expect(unknownPlaceholder(all)).toBeNull()
  }
  expect(unknownPlaceholder('{{ Plan }}, {{ENDS ON}}')).toBeNull()
  expect(unknownPlaceholder('你好，{{用户}}')).toBe('{{用户}}')
  expect(unknownPlaceholder('{{用户名}} {{}}')).toBe('{{}}')
  expect(unknownPlaceholder('{{用户名')).toBe('{{')
  expect(unknownPlaceholder('用户名}}')).toBe('}}')
  expect(unknownPlaceholder('{{constructor}}')).toBe('{{constructor}}')
})

test('fills what is known, once: a user’s name is text, whatever signs it has', () => {
  const facts = { user: '{{套餐}} $& \\1', package: '标准版' }
  expect(fillPlaceholders('{{用户名}}：{{套餐}}，{{到期日}}', facts)).toBe('{{套餐}} $& \\1：标准版，{{到期日}}')
})
