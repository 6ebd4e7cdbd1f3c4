import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { openBrowser } from '../../../ui/test/browser.ts'
import { measureInFrame, readProbeMessage } from './measure-in-frame.ts'

const NODE = 'https://node.example/'
const TICKET = '/api/user/ticket'

/** A page that can hold one frame, and access to that frame. */
function openPage() {
  const browser = openBrowser({ url: 'https://portal.example/user/line_install' })
  const frame = {
    contentWindow: null as object | null,
    hidden: false,
    src: '',
    attributes: new Map<string, string>(),
    setAttribute: (name: string, value: string) => void frame.attributes.set(name, value),
    remove: () => void (frame.contentWindow = null),
  }
  const listeners = new Set<(event: object) => void>()
  vi.stubGlobal('document', {
    cookie: '',
    createElement: () => frame,
    body: { append: () => void (frame.contentWindow = {}) },
  })
  vi.stubGlobal('addEventListener', (_type: string, listener: () => void) => void listeners.add(listener))
  vi.stubGlobal('removeEventListener', (_type: string, listener: () => void) => void listeners.delete(listener))
  const say = (data: unknown, source: object | null = frame.contentWindow) =>
    listeners.forEach((listener) => listener({ source, origin: 'null', data }))
  const shown = () => vi.waitFor(() => expect(frame.contentWindow).not.toBeNull())
  return { ...browser, frame, listeners, say, shown }
}

beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

it('opens a hidden frame without our origin, passes on the addresses, and leaves nothing behind', async () => {
  const page = openPage()
  page.answer(TICKET, { data: { ticket: 'tk1.a.b', expiresAt: '' } })
  const onMeasured = vi.fn()
  measureInFrame([NODE], onMeasured)
  await page.shown()
  expect(page.sent(TICKET).map(({ body }) => body)).toEqual([{ audience: 'probe' }])
  expect([page.frame.hidden, page.frame.src]).toEqual([true, '/hosted/probe?ticket=tk1.a.b'])
  expect([...page.frame.attributes]).toEqual([['sandbox', 'allow-scripts']])
  page.say({ url: NODE, ms: 1 }, {})
  page.say({ url: 'https://other.example/', ms: 2 })
  page.say({ url: NODE, ms: 42 })
  expect(onMeasured.mock.calls).toEqual([[NODE, 42]])
  page.say({ done: true })
  expect([page.frame.contentWindow, page.listeners.size]).toEqual([null, 0])
})

it('opens no frame, shows no message and does not redirect when there is no ticket', async () => {
  const page = openPage()
  page.answer(TICKET, { status: 401, code: 'auth.expired' })
  measureInFrame([NODE], vi.fn())
  await vi.waitFor(() => expect(page.listeners.size).toBe(0))
  expect([page.frame.src, page.visits]).toEqual(['', []])
})

it('opens no frame after the screen was left', async () => {
  const page = openPage()
  const answered = Promise.withResolvers<void>()
  page.answer(TICKET, () => (answered.resolve(), { data: { ticket: 'tk1.c.d', expiresAt: '' } }))
  measureInFrame([NODE], vi.fn())()
  await answered.promise
  await new Promise(setImmediate)
  expect([page.frame.src, page.frame.contentWindow, page.listeners.size]).toEqual(['', null, 0])
})

it('removes a frame that never answers', async () => {
  const page = openPage()
  page.answer(TICKET, { data: { ticket: 'tk1.e.f', expiresAt: '' } })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  measureInFrame([NODE], vi.fn())
  await page.shown()
  vi.advanceTimersByTime(60_000)
  expect([page.frame.contentWindow, page.listeners.size]).toEqual([null, 0])
})

const frame = {} as Window
const stranger = {} as Window
const answer = { url: 'https://node.example/', ms: 42 }

it('reads a time and the end from its own frame', () => {
  expect(readProbeMessage({ source: frame, origin: 'null', data: answer }, frame)).toEqual(answer)
  expect(readProbeMessage({ source: frame, origin: 'null', data: { done: true } }, frame)).toEqual({ done: true })
})

it.each([
  ['another window', stranger, frame, 'null'],
  ['a window that is gone', null, frame, 'null'],
  ['nobody, when the frame is gone too', null, null, 'null'],
  ['the frame, when something with an origin is in it', frame, frame, 'https://portal.example'],
])('hears nothing from %s', (_who, source, own, origin) => {
  expect(readProbeMessage({ source, origin, data: answer }, own)).toBeNull()
  expect(readProbeMessage({ source, origin, data: { done: true } }, own)).toBeNull()
})

it.each([
  null,
  undefined,
  'done',
  42,
  [],
  {},
  { url: answer.url },
  { ms: 42 },
  { url: 1, ms: 42 },
  { url: answer.url, ms: '42' },
  { url: answer.url, ms: -1 },
  { url: answer.url, ms: 1.5 },
  { url: answer.url, ms: Number.NaN },
  { url: answer.url, ms: Number.POSITIVE_INFINITY },
  { done: 'yes' },
])('makes nothing of %j', (data) => {
  expect(readProbeMessage({ source: frame, origin: 'null', data }, frame)).toBeNull()
})
