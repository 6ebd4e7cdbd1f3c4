import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterEach, expect, it, vi } from 'vitest'

import { openPage } from '../test/page.ts'

const CAPTCHA = '/api/user/captcha'
const secrets = { hmacSignatureSecret: 'one', hmacKeySignatureSecret: 'two' }

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** A page whose server asks for a little work, different each time. */
async function openWithWork(counters: readonly number[] = [3, 5, 7]) {
  const page = await openPage()
  const challenges = await Promise.all(
    counters.map((counter) =>
      createChallenge({ algorithm: 'PBKDF2/SHA-256', cost: 10, counter, deriveKey, ...secrets }),
    ),
  )
  let asked = 0
  page.browser.answer(CAPTCHA, ({ url }) => {
    if (url.includes('kind=image')) return { data: { kind: 'image', id: 'pic', image: 'data:image/svg+xml,x' } }
    return { data: { kind: 'pow', challenge: challenges[asked++] } }
  })
  return {
    ...page,
    ...(await import('./captcha.ts')),
    challenges,
    asked: () => page.browser.sent(CAPTCHA).length,
  }
}

function payloadOf(proof: string | null) {
  return JSON.parse(atob(proof ?? '')) as Parameters<typeof verifySolution>[0]
}

it('does the work and formats it for the server', async () => {
  const { takeProof, challenges } = await openWithWork([12])
  const payload = payloadOf(await takeProof())
  expect(payload.challenge).toEqual(challenges[0])
  expect(await verifySolution({ ...payload, deriveKey, ...secrets })).toMatchObject({ verified: true })
})

it('uses a prepared proof once; the next one is different, however soon', async () => {
  const { prepareProof, takeProof, asked, challenges } = await openWithWork()
  prepareProof()
  prepareProof()
  const first = await takeProof()
  expect(asked()).toBe(1)
  const second = await takeProof()
  expect([first, second].map((proof) => payloadOf(proof).challenge)).toEqual(challenges.slice(0, 2))
})

it('does not use a proof that was prepared long ago', async () => {
  const { prepareProof, takeProof, challenges } = await openWithWork()
  prepareProof()
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 150_001)
  expect(payloadOf(await takeProof()).challenge).toEqual(challenges[1])
})

it('tries again when the network was down during preparation', async () => {
  const { browser, prepareProof, takeProof, challenges } = await openWithWork()
  const working = challenges[0]
  browser.answer(CAPTCHA, { fails: 'network' })
  prepareProof()
  await vi.waitFor(() => expect(browser.sent(CAPTCHA)).toHaveLength(1))
  browser.answer(CAPTCHA, { data: { kind: 'pow', challenge: working } })
  expect(payloadOf(await takeProof()).challenge).toEqual(working)
})

it('reports a server without a challenge instead of showing a picture', async () => {
  const { browser, takeProof } = await openWithWork()
  browser.answer(CAPTCHA, { status: 500, code: 'server.error' })
  await expect(takeProof()).rejects.toMatchObject({ code: 'server.error' })
})

it.each([
  ['the browser cannot hash', () => vi.stubGlobal('crypto', {}), 0],
  ['the challenge makes no sense', () => {}, 1],
])('no proof where %s, so a picture is asked for', async (_name, prepare, requests) => {
  const { browser, takeProof, asked } = await openWithWork()
  browser.answer(CAPTCHA, { data: { kind: 'pow', challenge: { parameters: { keyPrefix: 'zz' } } } })
  prepare()
  expect([await takeProof(), asked()]).toEqual([null, requests])
})

it('encodes a picture and its answer', async () => {
  const { browser, loadPicture, pictureProof } = await openWithWork()
  const picture = await loadPicture()
  expect(browser.requests.at(-1)?.url).toBe(`${CAPTCHA}?kind=image`)
  expect(pictureProof(picture!, 'AB2CD')).toBe('img.pic.AB2CD')
})
