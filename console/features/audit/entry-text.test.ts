import { beforeAll, expect, it } from 'vitest'

import { auditActions } from '../../../contract/console/audit-actions.ts'
import { LANGUAGES } from '../../../contract/languages.ts'
import { startWords } from '../../../ui/words/word-store.ts'
import { wordsOf } from '../../words/language.ts'
import { entryText } from './entry-text.ts'

const PARTS = ['audit', 'audit-actions', 'audit-fields', 'audit-values'] as const
type Say = (key: string) => string
const opened = (names = {}) =>
  entryText(
    {
      t: wordsOf('audit'),
      nameOf: wordsOf('audit-fields') as Say,
      valueOf: wordsOf('audit-values') as Say,
      roleOf: (role) => `角色 ${role}`,
    },
    names,
  )

beforeAll(() => startWords('zh-CN', PARTS))

it('writes amounts, sizes, moments and switches as a person reads them', () => {
  const before = { amountFen: 1250, trafficBytes: 0, isOn: false, expiresAt: null }
  const after = { amountFen: -50, trafficBytes: 3 * 1024 ** 3, isOn: true, expiresAt: '2026-11-30T18:30:00.000Z' }
  expect(
    opened()
      .changesOf(before, after)
      .map(({ before: was, after: is }) => [was, is]),
  ).toEqual([
    ['¥12.50', '−¥0.50'],
    ['0 Bytes', '3.00 GB'],
    ['否', '是'],
    ['—', '2026-12-01 02:30'],
  ])
})

it('shows a field that only one side has, and the name of a field without words as it is', () => {
  expect(opened().changesOf(null, { weatherKind: 'rain' })).toEqual([
    { field: 'weatherKind', before: '—', after: 'rain' },
  ])
  expect(opened().changesOf({ weatherKind: ['a', 1] }, null)).toEqual([
    { field: 'weatherKind', before: '["a",1]', after: '—' },
  ])
  expect(opened().changesOf(null, null)).toEqual([])
})

it('never writes a secret, only that it is set or was changed', () => {
  expect(opened().factsOf({ secret: 'set' })[0]!.value).toBe(wordsOf('audit')('set'))
  expect(opened().factsOf({ secret: 'changed' })[0]!.value).toBe(wordsOf('audit')('changed'))
  expect(opened().factsOf(null)).toEqual([])
})

it('names what an entry is about, and leaves an unknown kind as written', () => {
  const { thingOf } = opened()
  expect(thingOf('account:12')).toBe(wordsOf('audit')('of.account', { id: '12' }))
  expect(thingOf('job:mail:7')).toContain('mail:7')
  expect([thingOf('job'), thingOf('weather:7')]).toEqual(['系统', 'weather:7'])
})

it('says names instead of numbers, words instead of codes, and how long a free text is', () => {
  const { thingOf, factsOf } = opened({ 'account:262': 'xiaoming', 'package:3': '畅享版' })
  expect([thingOf('account:262'), thingOf('account:7')]).toEqual(['用户 xiaoming', '用户 7'])
  const facts = factsOf({ by: 'operator_reset', packageId: 3, role: 'viewer', fields: 'title accent', contact: 12 })
  expect(facts.map(({ value }) => value)).toEqual([
    '管理员给的重置码',
    '套餐 畅享版',
    '角色 viewer',
    '标题、主题色',
    '12 个字',
  ])
})

it.each(LANGUAGES)('every action has words in %s', async (language) => {
  await startWords(language, PARTS)
  const say = wordsOf('audit-actions') as (action: string) => string
  expect(auditActions.filter((action) => say(action) === action)).toEqual([])
  await startWords('zh-CN', PARTS)
})
