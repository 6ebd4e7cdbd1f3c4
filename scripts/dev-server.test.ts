import { expect, test } from 'vitest'

import { readConfig } from '../server/config.ts'
import { CASHIER_PATH } from '../server/sandbox/cashier-pages.ts'
import { makeApp } from '../server/test/run/make-app.ts'
import { devEnv, passedOn, restartsServer } from './dev-server.ts'

test('passes on every path that the server answers itself', async () => {
  const { app } = await makeApp({ MODE: 'sandbox' })
  const document = await app.inject('/api/openapi.json')
  const described = Object.keys(document.json<{ paths: object }>().paths)
  expect(described.length).toBeGreaterThan(50)
  const answered = [...described, `${CASHIER_PATH}/pay/x`, '/hosted/notices', '/healthz', '/readyz', '/metrics']
  expect(answered.filter((address) => !passedOn.some((start) => address.startsWith(start)))).toEqual([])
})

test('a payment leads back to Vite’s pages, unless an address is set', () => {
  const base = { SECRET_KEY: '0'.repeat(64), MODE: 'sandbox' }
  expect(readConfig(devEnv(base, 3001)).publicUrl).toBe('http://127.0.0.1:3001')
  expect(devEnv({ PUBLIC_URL: 'https://portal.example' }, 3001)['PUBLIC_URL']).toBe('https://portal.example')
})

test.each([
  ['server/app.ts', true],
  ['server/migrations/0001-first.sql', true],
  ['contract/api.ts', true],
  ['cashier/trade.ts', true],
  ['server/app.test.ts', false],
  ['server\\domains\\mail\\mail.test.ts', false],
  ['server/test/run/make-app.ts', false],
  ['server/migrations/schema.sql', false],
  ['server/app.ts~', false],
  ['server/domains', false],
])('an edit of %s restarts the server: %s', (file, expected) => {
  expect(restartsServer(file)).toBe(expected)
})
