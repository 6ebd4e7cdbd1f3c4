import { PICTURE_MAX_BYTES, PICTURE_SIDE_MAX } from '../../contract/pictures.ts'

/** A call has 5 seconds and a phone sends slowly: half a megabyte arrives almost everywhere. */
export const WANTED_BYTES = 512 * 1024
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp']
/** The first that makes the picture small enough is taken. */
const QUALITIES = [0.8, 0.6, 0.4]

type Size = { width: number; height: number }

/** The same shape with no side longer than the server keeps. */
export function fitSize({ width, height }: Size): Size {
  const share = Math.min(1, PICTURE_SIDE_MAX / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * share)), height: Math.max(1, Math.round(height * share)) }
}

/** A small picture goes as it is: drawing it again would only blur it. */
export function goesAsItIs({ type, size }: Pick<Blob, 'type' | 'size'>, { width, height }: Size): boolean {
  return PICTURE_TYPES.includes(type) && size <= WANTED_BYTES && Math.max(width, height) <= PICTURE_SIDE_MAX
}

/** The first that is as small as wanted, else the smallest that the server takes. */
export async function encodeSmall(encode: (quality: number) => Promise<Blob | null>): Promise<Blob> {
  let last: Blob | null = null
  for (const quality of QUALITIES) {
    last = await encode(quality)
    if (last && last.size <= WANTED_BYTES) return last
  }
  if (!last || last.size > PICTURE_MAX_BYTES) throw new Error('This picture does not get small enough')
  return last
}

/** Makes a photo small enough to send. Throws for what the browser cannot show. */
export async function shrinkPicture(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file)
  try {
    if (goesAsItIs(file, picture)) return file
    const canvas = drawn(picture)
    return await encodeSmall((quality) => new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality)))
  } finally {
    // A photo of 12 million pixels holds 48 MB.
    picture.close()
  }
}

function drawn(picture: ImageBitmap): HTMLCanvasElement {
  const { width, height } = fitSize(picture)
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('This browser draws no canvas')
  // JPEG knows no transparency: it would become black.
  pen.fillStyle = '#ffffff'
  pen.fillRect(0, 0, width, height)
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(picture, 0, 0, width, height)
  return canvas
}

/** As text for the page and the call. The page's policy shows no other address of a file, and this one needs no release. */
export function readAsUrl(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result as string))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('This file does not open')))
    reader.readAsDataURL(file)
  })
}

/** The base64 of such a text. */
export const bytesOf = (url: string): string => url.slice(url.indexOf(',') + 1)
