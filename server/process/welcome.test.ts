import { expect, test } from 'vitest'

import { readConfig } from '../config.ts'
import { welcomeLines } from './welcome.ts'

const sandbox = readConfig({ PUBLIC_URL: 'http://127.0.0.1:3000', DATA_DIR: '/srv/data' })
const demo = [
  ...[0, 260, 7, null].map((resellerId) => ({ resellerId, userName: 'demo', password: `p${resellerId}` })),
  { resellerId: null, userName: 'operator', password: 'ps', isStaff: true as const },
  { resellerId: 260, userName: 'boss260', password: 'ps', isStaff: true as const },
]
const columns = (line: string) => line.split(/ {2,}/)

test('lists the demo first, then every other place with its account', () => {
  expect(welcomeLines(sandbox, demo).map(columns)).toEqual([
    ['Demo', 'http://127.0.0.1:3000/demo', 'no account needed'],
    ['Portal', 'http://127.0.0.1:3000/login', 'demo / p0'],
    ['Second brand', 'http://127.0.0.1:3000/login?app_key=yx_260', 'demo / p260'],
    ['Any other brand', 'http://127.0.0.1:3000/login?app_key=yx_7', 'demo / p7'],
    ['Console', 'http://127.0.0.1:3000/console', 'operator, boss260 / ps'],
    ['Monitor', 'http://127.0.0.1:3000/loginMonitor', 'demo / pnull'],
    ['Mail outbox', '/srv/data/outbox', 'a file for each mail'],
    ['API docs', 'http://127.0.0.1:3000/api/docs', 'no account needed'],
  ])
})

test('shows no password at a later start', () => {
  const lines = welcomeLines(sandbox, [])
  expect(lines.filter((line) => line.includes('password as on the first start'))).toHaveLength(5)
})

test('names no account and no outbox in production', () => {
  const config = readConfig({ MODE: 'production', PUBLIC_URL: 'https://portal.example', SECRET_KEY: 'x'.repeat(40) })
  const lines = welcomeLines(config, []).map(columns)
  expect(lines.map(([name]) => name)).toEqual(['Demo', 'Portal', 'Console', 'Monitor', 'API docs'])
  expect(lines.flat().join(' ')).not.toMatch(/password|outbox/)
})
