import { create } from 'qrcode'
import { expect, it } from 'vitest'

import { qrPath } from './draw-qr.ts'

it('draws each run of dark squares as one bar', () => {
  expect(qrPath({ size: 3, data: [1, 1, 0, 0, 0, 0, 1, 0, 1] })).toBe('M0 0h2v1h-2zM0 2h1v1h-1zM2 2h1v1h-1z')
})

it('covers exactly the dark squares of a real code', () => {
  const { modules } = create('otpauth://totp/demo?secret=ABC', { errorCorrectionLevel: 'M' })
  const drawn = new Set<number>()
  for (const [, x, y, width] of qrPath(modules).matchAll(/M(\d+) (\d+)h(\d+)/g)) {
    for (let step = 0; step < Number(width); step++) drawn.add(Number(y) * modules.size + Number(x) + step)
  }
  const dark = [...modules.data].flatMap((bit, at) => (bit ? [at] : []))
  expect([...drawn].sort((a, b) => a - b)).toEqual(dark)
})
