import { expect, it } from 'vitest'

import { readValues } from './use-submit.ts'

it('trims what is typed, but takes a password as it is', () => {
  const data = new FormData()
  data.set('userName', ' lily ')
  data.set('passWord', ' two words ')
  const fields = ['userName', 'passWord', 'captcha'] as const
  expect(readValues(data, fields, ['passWord'])).toEqual({ userName: 'lily', passWord: ' two words ', captcha: '' })
})
