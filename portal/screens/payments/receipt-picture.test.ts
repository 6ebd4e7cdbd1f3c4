import { afterEach, expect, it, vi } from 'vitest'

import { stubCanvas } from '../../test/fake-canvas.ts'
import { drawReceipt } from './receipt-picture.ts'

afterEach(() => vi.unstubAllGlobals())

const receipt = {
  title: '海豚加速 付款收据',
  amount: '¥30.00',
  state: '已付款',
  rows: [
    { name: '用途', value: '账户充值' },
    { name: '付款单号', value: 'T20261117000000000000000000000000000000000000' },
  ],
  note: '仅作付款凭证。',
  text: '',
}

it('a receipt as a picture has title, amount, state, every row and the note, none outside', () => {
  const { written, canvas } = stubCanvas()
  expect(drawReceipt(receipt)).toBe(canvas)
  const { title, amount, state, rows, note } = receipt
  const all = [title, amount, state, ...rows.flatMap(({ name, value }) => [name, value]), note]
  expect(written.map(({ text }) => text)).toEqual(all)
  for (const { x, y, room } of written) {
    expect([x > 0 && x < canvas.width, y > 0 && y < canvas.height, room! <= canvas.width]).toEqual([true, true, true])
  }
})

it("the reseller's own text stands above the note, in as many lines as it needs, within the picture", () => {
  const { written, canvas } = stubCanvas()
  drawReceipt(receipt)
  const { height } = canvas
  written.length = 0
  const long = '海'.repeat(60)
  drawReceipt({ ...receipt, text: `蓝鲸网络\n\n${long}` })
  const at = written.findIndex(({ text }) => text === '蓝鲸网络')
  const below = written.slice(at + 1)
  expect(below.at(-1)!.text).toBe(receipt.note)
  expect(
    below
      .slice(0, -1)
      .map(({ text }) => text)
      .join(''),
  ).toBe(long)
  expect(below.length).toBeGreaterThan(3)
  expect(below.map(({ y }) => y)).toEqual(below.map(({ y }) => y).toSorted((one, other) => one - other))
  expect(below.at(-1)!.y).toBeLessThan(canvas.height)
  expect(canvas.height).toBeGreaterThan(height)
})

it('where nothing can be drawn there is no picture', () => {
  stubCanvas({ hasPen: false })
  expect(drawReceipt(receipt)).toBeNull()
})
