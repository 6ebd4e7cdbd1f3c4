import './language.ts'
import { expect, it } from 'vitest'

import { LANGUAGES } from '../../contract/languages.ts'
import { type Rule, validate } from '../../ui/forms/validate.ts'
import { uiWords } from '../../ui/words/ui-words.ts'
import { startWords, switchLanguage } from '../../ui/words/word-store.ts'

await startWords('zh-CN', ['base'])
const problemOf = (rule: Rule, value: string) => validate({ field: rule }, { field: value }, uiWords()).field ?? null

it.each<[Rule, string, string | null]>([
  [{ label: '账号', required: true }, '  ', '请输入账号'],
  [{ label: '账号', required: true }, 'alice', null],
  [{ label: '备注', min: 4 }, '', null],
  [{ label: '密码', min: 8 }, '1234567', '密码至少8个字符'],
  [{ label: '密码', min: 8 }, '12345678', null],
  [{ label: '备注', max: 2 }, '一二三', '备注最多2个字符'],
  [{ label: '备注', max: 2 }, '🐟🐟', null],
  [{ label: '昵称', min: 4, max: 40 }, 'abc', '昵称须为4到40个字符'],
  [{ label: '数量', type: 'integer', min: 1 }, '0', '数量不能小于1'],
  [{ label: '数量', type: 'integer', max: 9 }, '10', '数量不能大于9'],
  [{ label: '金额', type: 'number', min: 1, max: 5000 }, '5000.01', '金额须在1到5000之间'],
  [{ label: '金额', type: 'number', min: 1, max: 5000 }, '5000', null],
  [{ label: '金额', type: 'number' }, '1e3', '金额不是有效的数字'],
  [{ label: '数量', type: 'integer' }, '1.5', '数量不是有效的整数'],
  [{ label: '地址', type: 'email' }, 'x@y', '邮箱格式不对'],
  [{ label: '地址', type: 'email' }, 'x@y.cn', null],
  [{ label: '账号', pattern: /^[a-z]+$/ }, 'A1', '账号格式不正确'],
  [{ label: '账号', pattern: /^[a-z]+$/, say: '账号只用小写字母' }, 'A1', '账号只用小写字母'],
  [{ label: '账号', min: 4, say: '账号至少四位' }, 'abc', '账号至少四位'],
  [{ label: '账号', required: true, say: '账号至少四位' }, '', '请输入账号'],
])('%o with %s: %s', (rule, value, problem) => {
  expect(problemOf(rule, value)).toBe(problem)
})

it.each<[Rule, string, string]>([
  [{ label: 'User name', required: true }, '', 'Please enter user name'],
  [{ label: 'Password', min: 8, max: 128 }, 'short', 'The password needs 8 to 128 characters'],
  [{ label: 'E-mail address', type: 'email' }, 'x@y', 'That is not an e-mail address'],
])('in English %o with %s: %s', async (rule, value, problem) => {
  await switchLanguage('en')
  expect(problemOf(rule, value)).toBe(problem)
  await switchLanguage('zh-CN')
})

it('treats placeholder signs in a label as plain text', () => {
  expect(problemOf({ label: '$& {{max}}', required: true }, '')).toBe('请输入$& {{max}}')
})

it.each(LANGUAGES)('every template of %s fills completely', async (language) => {
  await switchLanguage(language)
  const rules: Record<string, Rule> = {
    a: { label: 'L', required: true },
    b: { label: 'L', min: 3 },
    c: { label: 'L', max: 1 },
    d: { label: 'L', min: 3, max: 4 },
    e: { label: 'L', type: 'number', min: 3 },
    f: { label: 'L', type: 'number', max: 1 },
    g: { label: 'L', type: 'number', min: 3, max: 4 },
    h: { label: 'L', type: 'email' },
    i: { label: 'L', pattern: /x/ },
  }
  const problems = validate(
    rules,
    { a: '', b: '22', c: '22', d: '22', e: '2', f: '2', g: '2', h: '2', i: '2' },
    uiWords(),
  )
  expect(Object.keys(problems)).toHaveLength(9)
  for (const text of Object.values(problems)) {
    expect(text).not.toMatch(/[{}]|undefined/)
  }
})
