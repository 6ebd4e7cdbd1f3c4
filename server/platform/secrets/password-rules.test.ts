import { expect, test } from 'vitest'

import { refuseWeakPassword } from './password-rules.ts'

const context = { userName: 'li.wei88', brandTitle: '鲸鱼乐园' }
const check = (password: string) => () => refuseWeakPassword(password, context)

test.each([
  'password',
  'PASSWORD1',
  'P@ssw0rd!',
  'p455w0rd',
  'Dragon2024!',
  '123dragon',
  '12345678',
  '87654321',
  'qwertyuiop',
  '1qaz2wsx',
  'q1w2e3r4t5',
  'qwe123asd',
  'asdfghjkl;',
  '11111111',
  '11112222',
  'abcdabcd',
  'abcabcabc',
  '147258369',
  '5201314a',
  'woaini5201314',
  'wang19900815',
  '19900815',
  'a123456789',
  'qq123456',
  '鱼线123456',
])('%s is common', (password) => {
  expect(check(password)).toThrow('account.password_common')
})

test.each([
  ['li.wei88', 'li.wei88'],
  ['li.wei88', 'LI.WEI88!'],
  ['li.wei88', '88iew.il'],
  ['li.wei88', 'wei88-2024'],
  ['zhuangxiu', 'Zhuangxiu99'],
  ['whoever', '鲸鱼乐园2024'],
])('for %s, %s is made of the user’s own name or brand', (userName, password) => {
  expect(() => refuseWeakPassword(password, { ...context, userName })).toThrow('account.password_common')
})

test.each([
  'correct horse 42',
  'purple monkey dishwasher',
  'x8fh2k1p',
  'kL9#mQ2x',
  '83927461',
  '我家住在黄土高坡上',
  'ünïcödé-is-fine',
  'tr0ub4dor&3',
  'a'.repeat(100) + 'horse battery staple',
])('%s is fine: no rules of composition', (password) => {
  expect(check(password)).not.toThrow()
})

test.each(['dc1.whatever-else', 'tk1.whatever-else'])('%s is reserved', (password) => {
  expect(check(password)).toThrow('account.password_reserved')
})

test('counts length in characters, and in bytes for the hash', () => {
  expect(check('七个字的密码长')).toThrow('request.invalid')
  expect(check('八个字的密码够长')).not.toThrow()
  expect(check('x1'.repeat(65))).toThrow('request.invalid')
  expect(check(`${'汉字密'.repeat(28)}x`)).not.toThrow()
  expect(check('汉字密码'.repeat(30))).toThrow('request.invalid')
  expect(() => refuseWeakPassword('short', { ...context, field: 'newPass' })).toThrow(
    expect.objectContaining({ extra: { fields: { newPass: 'minLength' } } }),
  )
})
