import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

import { LANGUAGES } from '../../contract/languages.ts'
import { findSources } from '../../ui/test/sources.ts'
import { fill, wordFolders } from '../../ui/words/translate.ts'

const here = import.meta.dirname
const parts = readdirSync(path.join(here, 'zh-cn')).map((file) => file.replace('.ts', ''))

async function read(language: (typeof LANGUAGES)[number], part: string): Promise<Record<string, string>> {
  const module = (await import(`./${wordFolders[language]}/${part}.ts`)) as { default: Record<string, string> }
  return module.default
}

test.each(parts)('the translations of "%s" keep its values and are not empty', async (part) => {
  const source = await read('zh-CN', part)
  for (const language of LANGUAGES) {
    const words = await read(language, part)
    for (const [key, text] of Object.entries(source)) {
      const translated = words[key] ?? ''
      expect([language, key, namesIn(translated)]).toEqual([language, key, namesIn(text)])
      expect(translated.trim(), `${language} ${key}`).not.toBe('')
      expect(translated, `${language} ${key} shouts`).not.toMatch(/[!！]/)
    }
  }
})

test.each(parts)('every word of "%s" is used', async (part) => {
  const code = sources().join('\n')
  // A word of a kind has the kind's name at its end, and is asked for by it.
  const isUsed = (key: string) =>
    new RegExp(`['.]${key}\\b`).test(code) || (key.includes('_') && code.includes(`\`${key.split('_')[0]}_\${`))
  expect(Object.keys(await read('zh-CN', part)).filter((key) => !isUsed(key))).toEqual([])
})

test('fills in values, which may contain anything', () => {
  expect(fill('继续使用 {{name}}', { name: '$& {{name}}' })).toBe('继续使用 $& {{name}}')
  expect(fill('{{count}} / {{limit}}', { count: 0, limit: 3 })).toBe('0 / 3')
  expect(fill('满 {{amount}} 可以提现', { amount: '10.00 鱼币' })).toBe('满 10.00 鱼币可以提现')
  expect(fill('满 {{amount}} 可以提现', { amount: '¥10.00' })).toBe('满 ¥10.00 可以提现')
  expect(fill('在 {{name}} 安装线路', { name: '东京' })).toBe('在 东京 安装线路')
})

test.each([
  [1, '1 day left'],
  ['1', '1 day left'],
  [0, '0 days left'],
  [2, '2 days left'],
  ['1,001', '1,001 days left'],
])('a counted noun has the right plural for %s', (days, text) => {
  expect(fill('{{days|day|days}} left', { days })).toBe(text)
})

test.each(parts)('the English of "%s" uses plurals for what it counts', async (part) => {
  const counted =
    /\{\{(?:count|users|(?:day|hour|minute|second|device|line|time|stream)s)\}\} (?!is\b|has\b|was\b)\w+s\b/
  const stiff = Object.entries(await read('en', part)).filter(([, text]) => counted.test(text))
  expect(stiff).toEqual([])
})

test.each(LANGUAGES)('names the place to finish a sign-out as it is named there: %s', async (language) => {
  const [user, security] = [await read(language, 'user'), await read(language, 'change-password')]
  expect(user['signedOutHere']).toContain(`${user['change_pass']} › ${security['tabDevices']}`)
})

function namesIn(text: string): string[] {
  return [...text.matchAll(/\{\{(\w+)(?:\|[^}]+)?\}\}/g)].map((match) => match[1]!).sort()
}

function sources(): string[] {
  return findSources('{ts,tsx}', ['portal', 'ui'])
    .filter(({ file }) => !/\.test\.tsx?$|^portal\/words\/(?:zh-cn|zh-tw|en)\//.test(file))
    .map(({ text }) => text)
}
