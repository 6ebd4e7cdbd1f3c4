import { expect, test } from 'vitest'

import { hasMail, readConfig } from './config.ts'

const base = { SECRET_KEY: 'x'.repeat(32), MODE: 'sandbox' }

test('takes only the address from MAIL_FROM: each mail uses its brand as the name', () => {
  expect(readConfig(base).mailFrom).toBe('no-reply@localhost')
  expect(readConfig({ ...base, MAIL_FROM: 'post@mail.example' }).mailFrom).toBe('post@mail.example')
  expect(readConfig({ ...base, MAIL_FROM: 'Fish <post@mail.example>' }).mailFrom).toBe('post@mail.example')
  expect(() => readConfig({ ...base, MAIL_FROM: 'a@b, c@d' })).toThrow('MAIL_FROM must be an e-mail address')
})

test('names a wrong SMTP_URL without showing its password', () => {
  const read = (url: string) => () => readConfig({ ...base, SMTP_URL: url })
  expect(read('smtps://me:secret@mail.example:465')().smtpUrl).toBe('smtps://me:secret@mail.example:465')
  for (const url of ['https://me:secret@mail.example', 'mail.example:25', 'smtp://']) {
    expect(read(url)).toThrow('SMTP_URL must look like')
  }
  expect(read('https://me:secret@mail.example')).not.toThrow('secret@')
})

test.each(['+08:00', 'Beijing', '8'])('refuses BUSINESS_TZ=%s', (zone) => {
  expect(readConfig({ ...base, BUSINESS_TZ: 'America/New_York' }).businessTz).toBe('America/New_York')
  expect(() => readConfig({ ...base, BUSINESS_TZ: zone })).toThrow('BUSINESS_TZ must be the name of a time zone')
})

test('a sandbox always has mail, production only with a mail server', () => {
  const production = { ...base, MODE: 'production', PUBLIC_URL: 'https://portal.example' }
  expect(hasMail(readConfig(base))).toBe(true)
  expect(hasMail(readConfig(production))).toBe(false)
  expect(hasMail(readConfig({ ...production, SMTP_URL: 'smtp://mail.example' }))).toBe(true)
})

test('TRUST_PROXY takes a number of proxies or their addresses, and explains any other value at the start', () => {
  const read = (text: string) => () => readConfig({ ...base, TRUST_PROXY: text })
  expect(read('none')().trustProxy).toBe(false)
  expect(read('2')().trustProxy).toBe(2)
  expect(read('10.0.0.1, 192.168.0.0/16,::1')().trustProxy).toBe('10.0.0.1,192.168.0.0/16,::1')
  expect(read('loopback')().trustProxy).toBe('loopback')
  for (const text of ['yes', 'true', 'nginx', '10.0.0', '10.0.0.1/33', '10.0.0.1/', '10.0.0.1 10.0.0.2', '-1', '1,']) {
    expect(read(text)).toThrow('TRUST_PROXY must be the number of proxies in front (1), or their addresses')
  }
})

test('the Bot API is called by https alone, but for loopback in a sandbox or where it is allowed', () => {
  const read = (env: Record<string, string>) => readConfig({ SECRET_KEY: 'x'.repeat(32), ...env }).telegram
  expect(read({})).toEqual({ apiUrl: 'https://api.telegram.org', updates: 'polling' })
  expect(read({ PUBLIC_URL: 'https://shop.example' }).updates).toBe('webhook')
  expect(read({ PUBLIC_URL: 'https://shop.example', TELEGRAM_UPDATES: 'polling' }).updates).toBe('polling')
  expect(read({ TELEGRAM_API_URL: 'http://127.0.0.1:81/' }).apiUrl).toBe('http://127.0.0.1:81')
  const production = { MODE: 'production', PUBLIC_URL: 'https://shop.example' }
  const local = { ...production, TELEGRAM_API_URL: 'http://127.0.0.1:81' }
  expect(() => read(local)).toThrow('TELEGRAM_API_URL')
  expect(read({ ...local, ALLOW_LOCAL_GATEWAY: '1' }).apiUrl).toBe('http://127.0.0.1:81')
  for (const url of [
    'http://api.telegram.org',
    'http://10.0.0.1',
    'ftp://x.example',
    'https://a:b@x.example',
    'nonsense',
  ])
    expect(() => read({ TELEGRAM_API_URL: url }), url).toThrow('TELEGRAM_API_URL')
  expect(() => read({ TELEGRAM_UPDATES: 'webhook' })).toThrow('https PUBLIC_URL')
  expect(() => read({ TELEGRAM_UPDATES: 'x' })).toThrow('TELEGRAM_UPDATES')
})
