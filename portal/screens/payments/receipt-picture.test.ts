import { afterEach, expect, it, vi } from 'vitest'

import { stubCanvas } from '../../test/fake-canvas.ts'
import { drawReceipt } from './receipt-picture.ts'

afterEach(() => vi.unstubAllGlobals())

const rows = [
  { name: '金额', value: '¥30.00' },
  { name: '付款单号', value: 'T20261117000000000000000000000000000000000000' },
]

it('a receipt as a picture has title, every row and the note, none outside', () => {
  const { written, canvas } = stubCanvas()
  const picture = drawReceipt({ title: '海豚加速 付款收据', rows, note: '仅作付款凭证。' })
  expect(picture).toMatch(/^data:image\/png/)
  expect(written.map(({ text }) => text)).toEqual([
    '海豚加速 付款收据',
    ...rows.flatMap(({ name, value }) => [name, value]),
    '仅作付款凭证。',
  ])
  for (const { x, y, room } of written) {
    expect([x > 0 && x < canvas.width, y > 0 && y < canvas.height, room! <= canvas.width]).toEqual([true, true, true])
  }
})

it('where nothing can be drawn there is no picture', () => {
  stubCanvas({ hasPen: false })
  expect(drawReceipt({ title: '', rows, note: '' })).toBeNull()
})
