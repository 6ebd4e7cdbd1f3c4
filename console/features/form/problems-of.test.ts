import { expect, it } from 'vitest'

import { problemsOf, problemWord } from './problems-of.ts'

it('finds the field that the server means', () => {
  const names = new Set(['retailFen', 'wish.days', 'agreement', 'zh-TW'])
  const fields = {
    'changes.0.retailFen': 'minimum',
    'wish.days': 'maximum',
    'agreement.zh-CN': 'minLength',
    'names.zh-TW': 'maxLength',
    body: 'type',
  }
  expect(problemsOf(fields, names)).toEqual({
    retailFen: 'minimum',
    'wish.days': 'maximum',
    agreement: 'minLength',
    'zh-TW': 'maxLength',
  })
})

it('says what to do about each kind of rule', () => {
  const rules = ['required', 'minLength', 'maxLength', 'minimum', 'maximum', 'pattern', 'unknown']
  expect(rules.map(problemWord)).toEqual([
    'required',
    'required',
    'tooLong',
    'tooSmall',
    'tooLarge',
    'wrongShape',
    'wrongShape',
  ])
})
