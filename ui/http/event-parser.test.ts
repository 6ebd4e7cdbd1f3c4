import { expect, it } from 'vitest'

import { createEventParser } from './event-parser.ts'

const TEXT = [
  ': hello',
  'id: 7',
  'event: alert',
  'data: {"a":',
  'data: 1}',
  '',
  ':',
  'data:no space',
  'data',
  'data:  two',
  'retry: 10',
  '',
  'event: nothing',
  '',
  'id: 8',
  'data: 告警',
  '',
  '',
]
const EVENTS = [
  { name: 'alert', data: '{"a":\n1}', id: '7' },
  { name: 'message', data: 'no space\n\n two', id: null },
  { name: 'message', data: '告警', id: '8' },
]

it.each([
  ['line feeds', '\n'],
  ['both', '\r\n'],
])('reads comments, data of several lines, ids and names, with %s', (_name, end) => {
  expect(createEventParser()(TEXT.join(end))).toEqual(EVENTS)
})

it.each(['\n', '\r\n', '\r'])('accepts a cut at any position between two pieces (%j)', (end) => {
  const text = TEXT.join(end)
  for (let at = 0; at <= text.length; at++) {
    const parse = createEventParser()
    const events = [...parse(text.slice(0, at)), ...parse(text.slice(at)), ...parse('\n')]
    expect([at, events]).toEqual([at, EVENTS])
  }
})

it('returns an event only when it is complete', () => {
  const parse = createEventParser()
  expect(parse('data: 1\n')).toEqual([])
  expect(parse('\n')).toEqual([{ name: 'message', data: '1', id: null }])
})

it('ignores a byte order mark at the start, and an id with a zero character', () => {
  expect(createEventParser()('\uFEFFid: a\0b\ndata: 1\n\n')).toEqual([{ name: 'message', data: '1', id: null }])
})
