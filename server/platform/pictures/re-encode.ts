import type { Sharp, SharpOptions } from 'sharp'

import { PICTURE_MAX_BYTES, PICTURE_SIDE_MAX } from '../../../contract/pictures.ts'
import { fail } from '../errors.ts'

export type Picture = { bytes: Buffer; width: number; height: number }

/** A photo of a phone has 12 to 24 million; a file of 2 MB can claim billions. */
const PIXELS_MAX = 40_000_000
const STORED_MAX_BYTES = 1024 * 1024
/** A photo takes half a second; on a machine that is busy with other things, ten times that. */
const TIMEOUT_S = 20
const RETRY_S = 5
/** The first that makes the picture small enough is taken. */
const QUALITIES = [80, 50, 25]
const AT_ONCE = 2
const WAITING_MAX = 20

const INPUT: SharpOptions = {
  limitInputPixels: PIXELS_MAX,
  limitInputChannels: 4,
  failOn: 'warning',
  pages: 1,
  autoOrient: true,
  sequentialRead: true,
}

/**
 * A picture encoded again as WebP: what is kept was made here from pixels only, so nothing that was hidden in the upload
 * is in it, neither a place nor a script. Refuses what is not a whole JPEG, PNG or WebP by its content.
 */
export async function reEncode(upload: Buffer): Promise<Picture> {
  if (upload.length > PICTURE_MAX_BYTES) fail('request.too_large')
  if (!looksLikeAPicture(upload)) fail('picture.refused')
  return inTurn(() => encode(upload))
}

async function encode(upload: Buffer): Promise<Picture> {
  const sharp = await load()
  for (const quality of QUALITIES) {
    const made = await refused(smaller(sharp(upload, INPUT)).webp({ quality, effort: 3 }))
    if (made.bytes.length <= STORED_MAX_BYTES) return made
  }
  return fail('picture.refused')
}

function smaller(picture: Sharp): Sharp {
  const side = PICTURE_SIDE_MAX
  return picture
    .timeout({ seconds: TIMEOUT_S })
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
}

async function refused(picture: Sharp): Promise<Picture> {
  try {
    const { data, info } = await picture.toBuffer({ resolveWithObject: true })
    return { bytes: data, width: info.width, height: info.height }
  } catch (error) {
    return refuse(error)
  }
}

/** Any fault of the decoder means that this file is no picture. Its words are not for users. */
export function refuse(error: unknown): never {
  // Not the file's fault: its size is bounded, so the machine was too busy.
  if (error instanceof Error && error.message.startsWith('timeout')) fail('request.too_many', { retryAfterS: RETRY_S })
  return fail('picture.refused')
}

/** By the first bytes, before any decoder sees it. */
function looksLikeAPicture(bytes: Buffer): boolean {
  const begins = (at: number, text: string) => bytes.toString('latin1', at, at + text.length) === text
  return begins(0, '\xff\xd8\xff') || begins(0, '\x89PNG\r\n\x1a\n') || (begins(0, 'RIFF') && begins(8, 'WEBP'))
}

type Library = typeof import('sharp')
let library: Promise<Library['default']> | undefined

/** Loaded with the first picture: most processes never see one. */
function load(): Promise<Library['default']> {
  library ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false)
    sharp.concurrency(1)
    // Every other decoder is switched off, SVG above all.
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] })
    return sharp
  })
  return library
}

let running = 0
const waiting: (() => void)[] = []

/** Two at once keep the memory bounded; who comes while many wait is asked to try again. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (waiting.length >= WAITING_MAX) fail('request.too_many', { retryAfterS: RETRY_S })
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    // The place is handed on.
    if (next) next()
    else running -= 1
  }
}
