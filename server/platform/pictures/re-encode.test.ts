import sharp from 'sharp'
import { expect, test } from 'vitest'

import { PICTURE_MAX_BYTES } from '../../../contract/pictures.ts'
import { makePictureBomb } from '../../test/attack/picture-bomb.ts'
import { Refusal } from '../errors.ts'
import { reEncode, refuse } from './re-encode.ts'

const draw = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 40, b: 40 } } })
const jpeg = () => draw(64, 48).jpeg().toBuffer()
const png = () => draw(64, 48).png().toBuffer()

/** The code of a refusal, or that there was none. */
async function outcome(upload: Buffer): Promise<string> {
  try {
    await reEncode(upload)
    return 'taken'
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}

/** The names of a WebP file's parts. */
function partsOf(bytes: Buffer): string[] {
  const names: string[] = []
  for (let at = 12; at < bytes.length; at += 8 + Math.ceil(bytes.readUInt32LE(at + 4) / 2) * 2) {
    names.push(bytes.toString('latin1', at, at + 4))
  }
  return names
}

test('who meets a busy machine is asked to try again, and not told that the file is no picture', () => {
  expect(() => refuse(new Error('timeout: 42% complete'))).toThrow('request.too_many')
  expect(() => refuse(new Error('Input buffer has corrupt header'))).toThrow('picture.refused')
})

test.each([
  ['JPEG', jpeg],
  ['PNG', png],
  ['WebP', () => draw(64, 48).webp().toBuffer()],
])('a %s becomes a WebP with nothing but pixels', async (_name, make) => {
  const { bytes, width, height } = await reEncode(await make())
  expect([width, height]).toEqual([64, 48])
  expect(bytes.toString('latin1', 0, 4) + bytes.toString('latin1', 8, 12)).toBe('RIFFWEBP')
  expect(partsOf(bytes)).toEqual(['VP8 '])
  const { r, g, b } = (await sharp(bytes).stats()).dominant
  expect([r > 150, g < 90, b < 90]).toEqual([true, true, true])
})

test('place, camera, profile and comment are gone, and the picture stands upright', async () => {
  const exif = { IFD0: { Make: 'PHONE-OF-LIN' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '31/1 14/1 2759/100' } }
  const upload = await draw(64, 48).withExif(exif).withMetadata({ exif, orientation: 6 }).jpeg().toBuffer()
  const before = await sharp(upload).metadata()
  expect([before.orientation, upload.includes('PHONE-OF-LIN')]).toEqual([6, true])
  const { bytes, width, height } = await reEncode(upload)
  expect([width, height]).toEqual([48, 64])
  expect(partsOf(bytes)).toEqual(['VP8 '])
  for (const word of ['PHONE', 'Exif', 'EXIF', 'GPS', 'ICC', 'XMP']) expect(bytes.includes(word), word).toBe(false)
})

const SCRIPT = '<script>alert(1)</script>'
const withComment = (file: Buffer) => {
  const text = Buffer.from(`${SCRIPT}<html><body onload=alert(1)>`)
  const head = Buffer.from([0xff, 0xfe, 0, text.length + 2])
  return Buffer.concat([file.subarray(0, 2), head, text, file.subarray(2)])
}

test.each([
  ['a page after a JPEG', async () => Buffer.concat([await jpeg(), Buffer.from(SCRIPT)])],
  ['a page in a JPEG’s comment', async () => withComment(await jpeg())],
  ['an archive after a PNG', async () => Buffer.concat([await png(), Buffer.from(`PK\x03\x04${SCRIPT}`)])],
])('nothing of %s is kept', async (_name, make) => {
  const upload = await make()
  expect(upload.includes('script')).toBe(true)
  const { bytes } = await reEncode(upload)
  expect(bytes.includes('script') || bytes.includes('PK\x03\x04')).toBe(false)
  expect(partsOf(bytes)).toEqual(['VP8 '])
})

const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${SCRIPT}</svg>`
const gif = Buffer.from('R0lGODlhAQABAIAAAAUEBAAAACwAAAAAAQABAAACAkQBADs=', 'base64')
test.each([
  ['an SVG with a script', async () => Buffer.from(svg)],
  ['an SVG that begins like a PNG', async () => Buffer.concat([(await png()).subarray(0, 8), Buffer.from(svg)])],
  ['a GIF', async () => gif],
  ['a GIF that is a script too', async () => Buffer.from('GIF89a/*aaaa*/=1;alert(1)')],
  ['a page before a JPEG', async () => Buffer.concat([Buffer.from(SCRIPT), await jpeg()])],
  ['a PDF', async () => Buffer.from('%PDF-1.7\n%âãÏÓ')],
  ['a TIFF', () => draw(9, 9).tiff().toBuffer()],
  ['an AVIF', () => draw(16, 16).avif().toBuffer()],
  ['a WebP only by name', async () => Buffer.from('RIFF\x20\x00\x00\x00WEBPVP8 <script>')],
  ['nothing', async () => Buffer.alloc(0)],
  ['three bytes', async () => Buffer.from([0xff, 0xd8, 0xff])],
  ['a JPEG that was cut off', async () => cut(await sharp(noise(400)).jpeg().toBuffer())],
  ['a PNG that was cut off', async () => cut(await sharp(noise(100)).png().toBuffer())],
])('%s is refused', async (_name, make) => {
  expect(await outcome(await make())).toBe('picture.refused')
})

const cut = (file: Buffer) => file.subarray(0, Math.floor(file.length * 0.6))

/** As a BMP would be: incompressible, and small enough to make here. */
function noise(side: number): Parameters<typeof sharp>[0] {
  return {
    create: {
      width: side,
      height: side,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  } as never
}

test('100 million pixels in a small file are refused before they are unpacked', async () => {
  const bomb = makePictureBomb()
  expect(await sharp(bomb, { limitInputPixels: false }).metadata()).toMatchObject({ width: 10_000, height: 10_000 })
  expect(bomb.length).toBeLessThan(PICTURE_MAX_BYTES)
  const before = process.memoryUsage.rss()
  expect(await outcome(bomb)).toBe('picture.refused')
  // Unpacked it would have 300 MB.
  expect(process.memoryUsage.rss() - before).toBeLessThan(100 * 1024 * 1024)
})

test('more than 2 MB are refused unread', async () => {
  expect(await outcome(Buffer.concat([await jpeg(), Buffer.alloc(PICTURE_MAX_BYTES)]))).toBe('request.too_large')
})

test('a large photo gets smaller, in its own proportions', async () => {
  const { width, height, bytes } = await reEncode(await draw(4000, 3000).jpeg().toBuffer())
  expect([width, height]).toEqual([1600, 1200])
  expect(bytes.length).toBeLessThan(1024 * 1024)
})

test('many at once come in turn, and those beyond are asked to come again', async () => {
  const upload = await draw(1200, 900).png().toBuffer()
  const all = await Promise.all(Array.from({ length: 40 }, () => outcome(upload)))
  expect(all.filter((one) => one === 'taken')).toHaveLength(22)
  expect(all.filter((one) => one === 'request.too_many')).toHaveLength(18)
  expect(await outcome(upload)).toBe('taken')
})
