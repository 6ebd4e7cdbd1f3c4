import { expect, test } from 'vitest'

import { MIDDLE, squareOf } from './crop-picture.ts'

const wide = { width: 400, height: 200 }

test('starts with the largest square in the middle of the picture', () => {
  expect(squareOf(wide, MIDDLE)).toEqual({ left: 100, top: 0, side: 200 })
  expect(squareOf(wide, { zoom: 2, x: 0, y: 0 })).toEqual({ left: 150, top: 50, side: 100 })
})

test('pulling the picture right shows more of its left, and never anything outside it', () => {
  expect(squareOf(wide, { zoom: 1, x: 0.25, y: 0 }).left).toBe(50)
  expect(squareOf(wide, { zoom: 1, x: 9, y: 9 })).toEqual({ left: 0, top: 0, side: 200 })
  expect(squareOf(wide, { zoom: 2, x: -9, y: -9 })).toEqual({ left: 300, top: 100, side: 100 })
})
