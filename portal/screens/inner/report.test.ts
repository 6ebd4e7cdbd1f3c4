import { afterEach, expect, it, vi } from 'vitest'

import { FALLBACK_WHITELIST } from '../../../contract/app-key.ts'
import { LANGUAGES } from '../../../contract/languages.ts'
import { openBrowser } from '../../../ui/test/browser.ts'
import { startWords } from '../../../ui/words/word-store.ts'
import { wordsOf } from '../../words/language.ts'
import { readFacts, reportOf, reportText } from './report.ts'

const SECRETS = {
  username: 'alice-secret',
  password: 'dc1.secret',
  userToken: 'Bearer tok-secret',
  token: 'tok-secret',
}

afterEach(() => void vi.unstubAllGlobals())

function openDesk(stored: Record<string, string>) {
  openBrowser({
    url: 'https://portal.example/inner?app_key=yx_7_ios&invite=secret-invite',
    stored,
    cookies: { 'XSRF-TOKEN': 'xsrf-secret' },
    userAgent: 'Mozilla/5.0 Test',
    brand: JSON.stringify({ build: 'abc123' }),
  })
  Object.assign(document, { documentElement: { getAttribute: () => 'dark' } })
  Object.assign(location, { origin: 'https://portal.example' })
  for (const [name, value] of Object.entries({ innerWidth: 360, innerHeight: 780, devicePixelRatio: 3 })) {
    vi.stubGlobal(name, value)
  }
  vi.stubGlobal('isSecureContext', true)
}

it.each(LANGUAGES)('tells support what it asks for, and no secret, in %s', async (language) => {
  openDesk({ ...SECRETS, app_key: 'yx_7_ios', pc: '1' })
  await startWords(language, ['inner'])
  const text = reportText(reportOf(readFacts({ dailiKey: 7, whiteList: [0, 260] }), '9 ms', wordsOf('inner')))
  for (const shown of ['abc123', 'yx_7_ios', '9 ms', '360 × 780 @3', 'Mozilla/5.0 Test', language]) {
    expect(text).toContain(shown)
  }
  expect(text).not.toMatch(/secret|undefined|\{\{/)
  // Other resellers of the platform must stay private.
  expect(text).not.toContain('260')
})

it('shows whether this key sells online, and that the list is the fallback', async () => {
  openDesk({})
  await startWords('zh-CN', ['inner'])
  const report = (whiteList: readonly number[], dailiKey = 0) =>
    reportText(reportOf(readFacts({ dailiKey, whiteList }), '', wordsOf('inner')))
  expect(report(FALLBACK_WHITELIST)).toContain('可在线付款: 是（没有读到名单，用的是备用）')
  expect(report(FALLBACK_WHITELIST, 7)).toContain('可在线付款: 否（没有读到名单，用的是备用）')
  expect(report([...FALLBACK_WHITELIST])).toMatch(/可在线付款: 是$/m)
})
