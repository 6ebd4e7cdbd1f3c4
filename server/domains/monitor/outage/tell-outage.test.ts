import { expect, test } from 'vitest'

import { createLog } from '../../../platform/log.ts'
import { openMailbox } from '../../../test/outside/mailbox.ts'
import { makeApp } from '../../../test/run/make-app.ts'
import { outageAlert } from './outage-alert.ts'
import { makeTeller } from './tell-outage.ts'

const mailbox = await openMailbox()
const { config } = await makeApp({ SMTP_URL: mailbox.url, ALERT_MAIL_TO: 'oncall@ops.example', ALERT_LANGUAGE: 'en' })
const START = Date.UTC(2026, 0, 1)

test('a second outage within ten minutes is told when it lasts, and a short one is not', async () => {
  const teller = makeTeller(config, createLog('silent'))
  const told: number[] = []
  const look = async (beganS: number, nowS: number) => {
    const begin = new Date(START + beganS * 1000)
    const outage = { reason: 'unavailable' as const, begin, beganMs: beganS * 1000, looks: 9, end: null }
    teller.tell(outageAlert(outage, { at: new Date(START + nowS * 1000), ms: nowS * 1000 }), nowS * 1000)
    const { mail } = await teller.toldOf(begin)
    if (mail && !told.includes(beganS)) told.push(beganS)
  }
  await look(0, 10)
  expect(told).toEqual([0])
  for (let second = 110; second < 159; second += 1) await look(100, second)
  expect(told).toEqual([0])
  for (let second = 210; second <= 270; second += 1) await look(200, second)
  expect(told).toEqual([0, 200])
  expect(mailbox.received.map(({ text }) => /: (\d+) s, seen by/.exec(text)?.[1])).toEqual(['10', '60'])
})
