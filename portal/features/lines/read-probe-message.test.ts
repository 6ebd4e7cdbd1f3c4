import { expect, it } from 'vitest'

import { readProbeMessage } from './read-probe-message.ts'

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
