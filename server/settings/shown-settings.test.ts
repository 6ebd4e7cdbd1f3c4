import path from 'node:path'
import { expect, test } from 'vitest'

import { readConfig } from '../config.ts'
import { settings } from './settings.ts'

type Row = { says: string; isSecret?: true; hidden?: string }
const table = Object.values(settings).flatMap((group) => Object.entries<Row>(group))
const base = { SECRET_KEY: 'the secret of the shown settings', MODE: 'sandbox' }
const shownBy = (env: Record<string, string>) =>
  new Map(readConfig({ ...base, ...env }).shown.map(({ name, ...rest }) => [name as string, rest]))

test('every setting of the table is shown, or hidden for a reason', () => {
  const shown = shownBy({})
  const hidden = table.filter(([, row]) => row.hidden !== undefined)
  expect([...shown.keys()]).toEqual(table.filter((row) => !hidden.includes(row)).map(([name]) => name))
  expect(hidden.map(([name]) => name)).toEqual(['DERIVING_KEY'])
  for (const [, row] of hidden) expect(row.hidden).toMatch(/\w+ \w+/)
})

test('shows a value that is given, else the default', () => {
  expect(shownBy({ ALERT_DATABASE_AWAY_S: '25' }).get('ALERT_DATABASE_AWAY_S')).toEqual({
    value: '25',
    isSecret: false,
    isSet: true,
  })
  const shown = shownBy({ PORT: '4000', DATA_DIR: 'data', ALERT_MAIL_TO: 'oncall@ops.example' })
  const values = [
    ['ALERT_DATABASE_AWAY_S', '10'],
    ['PUBLIC_URL', 'http://127.0.0.1:4000'],
    ['BACKUP_DIR', path.resolve('data/backups')],
    ['ALERT_MAIL_TO', 'o***@ops.example'],
    ['MAIL_FROM', 'no-reply@localhost'],
    ['OPERATOR_CONTACT', null],
  ]
  expect(values.map(([name]) => [name, shown.get(name!)!.value])).toEqual(values)
})

/** Names that sound like a secret. These few are none. */
const SOUNDS_SECRET = /KEY|SECRET|TOKEN|PASS|HEADERS|HOOK|URL|ENDPOINT/
const NO_SECRET = new Set([
  'PUBLIC_URL',
  'AGREEMENT_URL',
  'MESSAGE_URL',
  'USAGE_URL',
  'TELEGRAM_API_URL',
  'BACKUP_HOOK_S',
])

test('what may contain a password is marked as a secret, and never shown', () => {
  for (const [name, { isSecret = false, hidden }] of table) {
    if (hidden === undefined) expect([name, isSecret]).toEqual([name, SOUNDS_SECRET.test(name) && !NO_SECRET.has(name)])
  }
  const secrets = {
    SECRET_KEY: 'k'.repeat(40),
    DATABASE_URL: 'postgres://user:p4ssword@db.example/yuxian',
    SMTP_URL: 'smtps://user:p4ssword@mail.example:465',
    BACKUP_HOOK: '/usr/bin/rclone --password p4ssword copy {}',
    METRICS_TOKEN: 'm'.repeat(40),
  }
  const shown = shownBy(secrets)
  for (const name of Object.keys(secrets)) {
    expect([name, shown.get(name)]).toEqual([name, { value: null, isSecret: true, isSet: true }])
  }
  expect(shown.get('BACKUP_PASSPHRASE')).toEqual({ value: null, isSecret: true, isSet: false })
})
