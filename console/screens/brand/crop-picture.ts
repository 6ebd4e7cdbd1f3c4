import { limits } from '../../../contract/limits.ts'

/** Position of the square: zoom, and the distance of its middle from the picture's, in parts of the square. */
export type Crop = { zoom: number; x: number; y: number }
export const MIDDLE: Crop = { zoom: 1, x: 0, y: 0 }

type Size = { width: number; height: number }

/** The square in the picture's own pixels; it never leaves the picture. */
export function squareOf({ width, height }: Size, { zoom, x, y }: Crop): { left: number; top: number; side: number } {
  const side = Math.min(width, height) / zoom
  const within = (middle: number, whole: number) => Math.min(Math.max(middle - side / 2, 0), whole - side)
  return { left: within(width / 2 - x * side, width), top: within(height / 2 - y * side, height), side }
}

export function drawCrop(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop): void {
  const { left, top, side } = squareOf(picture, crop)
  const pen = canvas.getContext('2d')
  if (!pen) return
  pen.clearRect(0, 0, canvas.width, canvas.height)
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(picture, left, top, side, side, 0, 0, canvas.width, canvas.height)
}

const SIDES = [192, 160, 128, 96, 64]
const FORMS = ['image/png', 'image/webp', 'image/jpeg']

/**
 * Makes the largest icon that fits: png for a drawing, which stays sharp, webp for a photograph. Null: the browser
 * cannot.
 */
export function cutIcon(picture: ImageBitmap, crop: Crop): string | null {
  for (const side of SIDES) {
    const canvas = document.createElement('canvas')
    canvas.width = side
    canvas.height = side
    drawCrop(canvas, picture, crop)
    const fits = FORMS.map((form) => canvas.toDataURL(form, 0.9)).find(
      (data) => data.startsWith('data:image/') && data.length <= limits.brandIconMaxBytes,
    )
    if (fits) return fits
  }
  return null
}
