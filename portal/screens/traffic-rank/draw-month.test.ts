import { afterEach, expect, it, vi } from 'vitest'

import { stubCanvas } from '../../test/fake-canvas.ts'
import { drawMonth } from './draw-month.ts'

afterEach(() => vi.unstubAllGlobals())

const month = {
  brand: '海豚加速用户中心',
  heading: '2026年10月 · 月度小结',
  label: '用了',
  amount: '82.14 GB',
  rows: [
    { name: '连接天数', value: '28 / 31 天' },
    { name: '最常用的线路', value: '香港 01 · 一个很长很长的名字，长到写不下' },
  ],
}

it('the picture of a month says all of it, inside its edges', () => {
  const { written, canvas } = stubCanvas()
  expect(drawMonth(month)).toBe(canvas)
  const { brand, heading, label, amount, rows } = month
  const all = [heading, label, amount, ...rows.flatMap(({ name, value }) => [name, value]), brand]
  expect(written.map(({ text }) => text)).toEqual(all)
  for (const { x, y, room } of written) {
    expect([x > 0 && x < canvas.width, y > 0 && y < canvas.height, room! < canvas.width]).toEqual([true, true, true])
  }
})

it('where nothing can be drawn there is no picture', () => {
  stubCanvas({ hasPen: false })
  expect(drawMonth(month)).toBeNull()
})
