import { expect, test } from 'vitest'

import { lastContact } from './last-contact.ts'
import { carriesNow } from './looks.ts'

const used = (nodeName: string, lastConnectedAt: string | null) => ({ nodeName, lastConnectedAt })

test('the last contact is the newest of all lines', () => {
  expect(lastContact([])).toBeNull()
  expect(lastContact([used('东京', null)])).toBeNull()
  const lines = [used('东京', '2026-11-14T08:00:00.000Z'), used('香港', '2026-11-14T09:00:00.000Z'), used('首尔', null)]
  expect(lastContact(lines)).toEqual({ name: '香港', at: '2026-11-14T09:00:00.000Z' })
})

test('bytes of the last two minutes flow now, since the server notes them once a minute', () => {
  const last = { name: '东京', at: '2026-11-14T08:00:00.000Z' }
  const atMs = Date.parse(last.at)
  expect(carriesNow(last.at, atMs + 119_000)).toBe(true)
  expect(carriesNow(last.at, atMs + 120_000)).toBe(false)
})
