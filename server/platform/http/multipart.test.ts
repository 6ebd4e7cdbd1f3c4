import { Readable } from 'node:stream'
import { describe, expect, test, vi } from 'vitest'

import { parseForm, readForm } from './multipart.ts'

const TYPE = 'multipart/form-data; boundary=----b0'
const field = (name: string, value: string) =>
  `------b0\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const file = (value: string, name = 'a.png') =>
  `------b0\r\nContent-Disposition: form-data; name="p"; filename="${name}"\r\nContent-Type: image/png\r\n\r\n${value}\r\n`
const END = '------b0--\r\n'
const parse = (text: string, type = TYPE) => parseForm(Buffer.from(text, 'latin1'), type)
const refused = expect.objectContaining({ code: 'request.invalid' })

test('reads what a browser sends', async () => {
  const given = new FormData()
  given.set('text', '没反应\n"<b>" --x')
  given.set('empty', '')
  given.set('a"b', 'quoted')
  given.append('p', new File([], 'none'))
  given.append('p', new File([Buffer.from('\r\n--\r\n\0\xff', 'latin1')], '照片".png', { type: 'image/png' }))
  const sent = new Response(given)
  const form = parseForm(Buffer.from(await sent.arrayBuffer()), sent.headers.get('content-type')!)
  expect([...form.fields]).toEqual([
    ['text', '没反应\r\n"<b>" --x'],
    ['empty', ''],
    ['a%22b', 'quoted'],
  ])
  expect(form.files.map((bytes) => bytes.toString('latin1'))).toEqual(['\r\n--\r\n\0\xff'])
  expect([form.isCut, form.text('none')]).toEqual([false, ''])
})

test('takes an empty form and a quoted boundary', () => {
  expect(parse(END).fields.size).toBe(0)
  expect(parse(field('a', '1') + END, 'multipart/form-data; boundary="----b0"').text('a')).toBe('1')
})

test.each([
  ['nothing', ''],
  ['no beginning', `x${field('a', '1')}${END}`],
  ['cut off in a value', field('a', '1').slice(0, -3)],
  ['cut off in a head', '------b0\r\nContent-Disp'],
  ['cut off before its end', field('a', '1')],
  ['a part without a head', `------b0\r\n\r\nx\r\n${END}`],
  ['a part without a name', `------b0\r\nContent-Disposition: form-data\r\n\r\nx\r\n${END}`],
  ['two names', `------b0\r\n${'Content-Disposition: form-data; name="a"\r\n'.repeat(2)}\r\nx\r\n${END}`],
  ['a boundary that goes on', `${field('a', '1').slice(0, -2)}\r\n------b0x\r\n\r\n${END}`],
  ['a huge head', `------b0\r\nX: ${'y'.repeat(3000)}\r\n\r\nx\r\n${END}`],
  ['a huge name', field('n'.repeat(101), '1') + END],
  ['a huge file name', file('x', 'y'.repeat(3000)) + END],
  ['a huge field', field('a', 'x'.repeat(65_537)) + END],
  ['a hundred fields', Array.from({ length: 100 }, (_, at) => field(`f${at}`, 'x')).join('') + END],
  ['a hundred files', file('x').repeat(100) + END],
  ['a field twice', field('a', '1') + field('a', '2') + END],
  ['bytes that are no text', field('a', '\xff\xfe') + END],
  ['a second form after the end', field('a', '1') + END + field('b', '2') + END],
])('refuses %s', (_name, text) => {
  expect(() => parse(text)).toThrow(refused)
})

test.each([
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary="----b0',
  `multipart/form-data; boundary=${'x'.repeat(71)}`,
  'multipart/form-data; boundary=a b',
  'multipart/form-data; boundary=----b0; boundary=c',
  'multipart/mixed; boundary=----b0',
  'multipart/form-data; boundary=----other',
])('refuses the type %s', (type) => {
  expect(() => parse(field('a', '1') + END, type)).toThrow(refused)
})

test('every cut of a form is refused, and read as far as it came whole when that is wanted', () => {
  const whole = Buffer.from(field('a', '1') + file('x') + field('b', '2') + END)
  for (let length = 0; length < whole.length - 2; length += 1) {
    const cut = whole.subarray(0, length)
    expect(() => parseForm(cut, TYPE)).toThrow(refused)
    if (length < 8) continue
    const form = parseForm(cut, TYPE, true)
    expect(form.isCut).toBe(true)
    expect(['', '1']).toContain(form.text('a'))
    expect(['', '2']).toContain(form.text('b'))
  }
})

describe('what comes in pieces', () => {
  const bounds = (admits: boolean) => ({
    firstBytes: 200,
    keptBytes: 2000,
    readBytes: 4000,
    admits: vi.fn(() => admits),
  })
  const send = (text: string, given: ReturnType<typeof bounds>, size = 64) => {
    const pieces = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []
    return readForm(Readable.from(pieces.map((piece) => Buffer.from(piece))), TYPE, given)
  }
  const withFile = (size: number) => field('mark', 'm') + file('x'.repeat(size)) + field('after', '1') + END

  test.each([1, 64, 5000])('is whole in pieces of %i, and the first fields decide', async (size) => {
    const known = bounds(true)
    const form = await send(withFile(1000), known, size)
    expect([form.text('mark'), form.text('after'), form.files[0]?.length, form.isCut]).toEqual(['m', '1', 1000, false])
    expect(known.admits).toHaveBeenCalledOnce()
    expect(known.admits).toHaveBeenCalledWith(expect.objectContaining({ fields: new Map([['mark', 'm']]) }))
  })

  test('a small one needs nobody’s word', async () => {
    const known = bounds(false)
    expect((await send(field('a', '1') + END, known)).text('a')).toBe('1')
    expect(known.admits).not.toHaveBeenCalled()
  })

  test.each([
    ['a stranger’s', false, 1000],
    ['one that is too large', true, 3000],
  ])('of %s only the beginning is kept', async (_name, admits, size) => {
    const form = await send(withFile(size), bounds(admits))
    expect([form.text('mark'), form.text('after'), form.files.length, form.isCut]).toEqual(['m', '', 0, true])
  })

  test('refuses what does not end', async () => {
    await expect(send(withFile(9000), bounds(true))).rejects.toMatchObject({ code: 'request.too_large' })
  })

  test('a sender who goes away is refused, not a fault', async () => {
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from(field('a', '1'))
        throw new Error('aborted')
      })(),
    )
    await expect(readForm(broken, TYPE, bounds(true))).rejects.toMatchObject({ code: 'request.invalid' })
  })
})
