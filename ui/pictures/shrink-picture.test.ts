import { expect, test, vi } from 'vitest'

import { PICTURE_MAX_BYTES, PICTURE_SIDE_MAX } from '../../contract/pictures.ts'
import { bytesOf, encodeSmall, fitSize, goesAsItIs, shrinkPicture, WANTED_BYTES } from './shrink-picture.ts'

const blobOf = (size: number) => ({ size }) as Blob

test.each([
  { photo: { width: 4000, height: 3000 }, fit: { width: 1600, height: 1200 } },
  { photo: { width: 3000, height: 4000 }, fit: { width: 1200, height: 1600 } },
  { photo: { width: 1600, height: 900 }, fit: { width: 1600, height: 900 } },
  { photo: { width: 40, height: 30 }, fit: { width: 40, height: 30 } },
  { photo: { width: 20_000, height: 2 }, fit: { width: 1600, height: 1 } },
])('a picture of $photo becomes one of $fit', ({ photo, fit }) => {
  expect(fitSize(photo)).toEqual(fit)
})

test('a picture goes as it is only when its type, its bytes and its sides fit', () => {
  const small = { width: PICTURE_SIDE_MAX, height: 900 }
  expect(goesAsItIs({ type: 'image/png', size: WANTED_BYTES }, small)).toBe(true)
  expect(goesAsItIs({ type: 'image/png', size: WANTED_BYTES + 1 }, small)).toBe(false)
  expect(goesAsItIs({ type: 'image/gif', size: 1000 }, small)).toBe(false)
  expect(goesAsItIs({ type: 'image/jpeg', size: 1000 }, { width: 900, height: PICTURE_SIDE_MAX + 1 })).toBe(false)
})

test('takes the best quality that is small enough', async () => {
  const encode = vi.fn<(quality: number) => Promise<Blob>>((quality) =>
    Promise.resolve(blobOf(quality > 0.7 ? WANTED_BYTES + 1 : WANTED_BYTES)),
  )
  expect(await encodeSmall(encode)).toEqual(blobOf(WANTED_BYTES))
  expect(encode.mock.calls).toEqual([[0.8], [0.6]])
})

test('takes the smallest that the server accepts when none is as small as wanted, and nothing above', async () => {
  expect(await encodeSmall(() => Promise.resolve(blobOf(PICTURE_MAX_BYTES)))).toEqual(blobOf(PICTURE_MAX_BYTES))
  await expect(encodeSmall(() => Promise.resolve(blobOf(PICTURE_MAX_BYTES + 1)))).rejects.toThrow('small enough')
  await expect(encodeSmall(() => Promise.resolve(null))).rejects.toThrow('small enough')
})

test('lets go of the pixels whether or not the picture could be drawn', async () => {
  const close = vi.fn<() => void>()
  vi.stubGlobal('createImageBitmap', () => Promise.resolve({ width: 4000, height: 3000, close }))
  vi.stubGlobal('document', { createElement: () => ({ getContext: () => null }) })
  await expect(shrinkPicture(new Blob(['x']))).rejects.toThrow('no canvas')
  expect(close).toHaveBeenCalledOnce()
  const file = new Blob(['x'], { type: 'image/png' })
  vi.stubGlobal('createImageBitmap', () => Promise.resolve({ width: 40, height: 30, close }))
  expect(await shrinkPicture(file)).toBe(file)
  expect(close).toHaveBeenCalledTimes(2)
})

test('the call gets what stands behind the comma', () => {
  expect(bytesOf('data:image/jpeg;base64,/9j/4AAQ')).toBe('/9j/4AAQ')
})
