import { expect, test } from 'vitest'

import type { Ctx } from '../../platform/context.ts'
import { seeDomain } from './see-domain.ts'

const config = { publicUrl: 'https://portal.example' } as Ctx['config']
const zone: Record<string, string[]> = {
  'portal.example': ['203.0.113.5', '2001:db8::5'],
  'line.whale.example': ['203.0.113.5'],
  'elsewhere.example': ['203.0.113.9'],
  'half.example': ['203.0.113.5', '203.0.113.9'],
}
const dns = {
  resolveTxt: () => Promise.resolve([]),
  resolveAddresses: (name: string) => Promise.resolve(zone[name] ?? []),
}
const dialled: string[] = []
const answers = (address: string) => {
  dialled.push(address)
  return Promise.resolve({ status: 200, text: '', headers: {} })
}
const refuses = () => Promise.reject(new Error('self-signed certificate'))

test('a host that leads here is looked at by https', async () => {
  const see = (dial: typeof answers) => seeDomain({ config }, 'line.whale.example', dns, dial)
  expect(await see(answers)).toEqual({ points: true, hasHttps: true })
  expect(dialled).toEqual(['https://line.whale.example/login'])
  expect(await see(refuses)).toEqual({ points: true, hasHttps: false })
})

test.each(['elsewhere.example', 'half.example', 'unknown.example'])(
  '%s leads elsewhere and is not dialled',
  async (host) => {
    dialled.length = 0
    expect(await seeDomain({ config }, host, dns, answers)).toEqual({ points: false, hasHttps: null })
    expect(dialled).toEqual([])
  },
)
