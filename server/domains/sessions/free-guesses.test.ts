import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { expect, test } from 'vitest'

import { api } from '../../../contract/api.ts'
import { limits } from '../../../contract/limits.ts'
import { buildAccount, PASSWORD } from '../../test/build/factories.ts'
import { makeCaptcha } from '../../test/outside/captcha.ts'
import { makeApp } from '../../test/run/make-app.ts'

const { call, db, config } = await makeApp()
const BURST = path.join(import.meta.dirname, '../../test/attack/guess-burst.ts')

async function startProcess(userName: string, network: string) {
  const child = fork(BURST, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const env = { SECRET_KEY: config.secretKey.toString(), DATABASE_URL: config.databaseUrl!, LOG_LEVEL: 'silent' }
  child.send({ env, userName, count: 25, network })
  await once(child, 'message')
  return async () => {
    const answered = once(child, 'message')
    child.send('go')
    return (await answered)[0] as string[]
  }
}

test('fifty wrong tries at once on two processes count as at most five guesses, and the owner gets in', async () => {
  const account = await buildAccount(db)
  const bursts = await Promise.all(['10.61.1', '10.62.1'].map((network) => startProcess(account.userName, network)))
  const answers = (await Promise.all(bursts.map((go) => go()))).flat()
  const judged = answers.filter((code) => code === 'auth.bad_credentials')
  expect(judged.length).toBeGreaterThan(0)
  expect(judged.length).toBeLessThanOrEqual(limits.loginFailures)
  expect(answers.filter((code) => code === 'auth.captcha_required')).toHaveLength(50 - judged.length)
  const own = { userName: account.userName, passWord: PASSWORD, dailiKey: 0, captcha: makeCaptcha(config) }
  expect((await call(api.sessions.login, own, { address: '10.63.1.1' })).status).toBe(200)
})
