import { beforeEach, expect, test } from 'vitest'

import { api } from '../../../../contract/api.ts'
import { clock } from '../../../platform/clock.ts'
import { buildSession } from '../../../test/build/build-session.ts'
import { buildAccount, PASSWORD } from '../../../test/build/factories.ts'
import { openMailDesk } from '../../../test/build/mail-desk.ts'
import { dumpEveryRow } from '../../../test/look/every-row.ts'
import { makeCaptcha } from '../../../test/outside/captcha.ts'
import { tellResetCode } from '../operator/reset-code.ts'

const OPERATOR = { actor: 'operator:test', isOperator: true }

const { call, db, config, logged, mailbox, address, resetCode, bindCode } = await openMailDesk()
const NEW = 'a brand new secret 7'

beforeEach(() => clock.reset())

/** Looks for digits that stand alone: six digits inside a hexadecimal hash are chance. */
const holds = (text: string, code: string) => new RegExp(`(?<![0-9a-f])${code}(?![0-9a-f])`, 'i').test(text)

test('no table, job, log line or answer ever holds a code in clear', async () => {
  const account = await buildAccount(db)
  const token = await buildSession(db, account)
  const email = 'scanned@mail.example'
  const answers: string[] = []
  const dumps: string[] = []
  const codes: string[] = []
  const look = async (code: string) => {
    codes.push(code)
    dumps.push(await dumpEveryRow(db))
  }
  const keep = <T extends { text: string }>(answer: T) => {
    answers.push(answer.text + JSON.stringify((answer as { response?: { headers: object } }).response?.headers))
    return answer
  }

  const first = await bindCode(token, email)
  await look(first)
  expect(keep(await call(api.emails.bind, { email, code: first, passWord: PASSWORD }, { token })).status).toBe(200)
  await mailbox.next(email)

  const second = await resetCode(account, email)
  await look(second)
  const found = { userName: account.userName, dailiKey: 0, code: second, newPass: NEW }
  expect(keep(await call(api.emails.findPass, found, { address: address() })).status).toBe(200)
  await mailbox.next(email)

  const again = await buildSession(db, account)
  expect((await call(api.accounts.freeze, { type: 'lock', passWord: NEW }, { token: again })).status).toBe(200)
  await mailbox.next(email)
  const third = await resetCode(account, email, 'unlock')
  await look(third)
  const opened = { userName: account.userName, dailiKey: 0, code: third, newPass: PASSWORD }
  expect(keep(await call(api.emails.unlock, opened, { address: address() })).status).toBe(200)

  const fourth = await tellResetCode({ db, config, now: clock.now() }, account, OPERATOR)
  await look(fourth)
  keep(await call(api.emails.findPass, { ...found, code: fourth }, { address: address() }))
  dumps.push(await dumpEveryRow(db))

  // The scan itself works: it finds what is known to be there.
  expect(dumps.join('\n')).toContain('scanned@mail.example')
  expect(dumps.join('\n')).toContain('mail.send')
  expect(holds('{"code":"048213"}', '048213')).toBe(true)
  expect(logged.join('')).toContain('/api/user/findPass')
  const everything = [...dumps, ...logged, ...answers].join('\n')
  for (const code of codes) expect(holds(everything, code)).toBe(false)
  for (const password of [NEW, PASSWORD]) expect(everything).not.toContain(password)
})

test('a code is not in clear either while its mail waits to be sent', async () => {
  const account = await buildAccount(db, { email: 'waiting@mail.example' })
  mailbox.refusals.push('later')
  const input = { purpose: 'reset', userName: account.userName, dailiKey: 0, captcha: makeCaptcha(config) } as const
  expect((await call(api.emails.code, input, { address: address() })).status).toBe(200)
  const dump = await dumpEveryRow(db)
  const { text } = await mailbox.next('waiting@mail.example')
  const code = /^\s*(\d{6})\s*$/m.exec(text)![1]!
  expect(holds(dump, code)).toBe(false)
})
