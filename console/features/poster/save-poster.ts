import { saveBlob } from '../../../ui/device/copy-or-save.ts'
import { drawQr, type QrDrawing } from '../../../ui/qr/draw-qr.ts'

const QUIET_ZONE = 4
const QR_SIDE = 1200
/** A5 at 210 dots an inch: sharp on paper, small enough to send. */
const POSTER = { width: 1240, height: 1754, margin: 90, band: 330, qr: 820 }

export type PosterText = { title: string; call: string; link: string }

/** Just the QR code, for flyers and stickers. */
export async function saveQr(name: string, link: string): Promise<void> {
  const [canvas, pen] = makeCanvas(QR_SIDE, QR_SIDE)
  paintQr(pen, await drawQr(link), { x: 0, y: 0, side: QR_SIDE })
  await saveCanvas(`${name}.png`, canvas)
}

/** A page to hang up or send: whose shop it is, the code, and where it leads for those who type. */
export async function savePoster(name: string, { title, call, link }: PosterText): Promise<void> {
  const drawing = await drawQr(link)
  const { width, height, margin, band, qr } = POSTER
  const [canvas, pen] = makeCanvas(width, height)
  const style = getComputedStyle(document.documentElement)
  const family = getComputedStyle(document.body).fontFamily
  const room = width - 2 * margin
  pen.fillStyle = style.getPropertyValue('--brand-fill').trim()
  pen.fillRect(0, 0, width, band)
  const line = (text: string, y: number, { size, ink, bold }: { size: number; ink: string; bold?: boolean }) => {
    const fontOf = (px: number) => `${bold ? '600 ' : ''}${px}px ${family}`
    pen.font = fontOf(fitSize(size, room, (px) => widthOf(pen, fontOf(px), text)))
    pen.fillStyle = ink
    pen.fillText(text, width / 2, y, room)
  }
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  line(title, band / 2, { size: 104, ink: style.getPropertyValue('--on-brand').trim(), bold: true })
  paintQr(pen, drawing, { x: (width - qr) / 2, y: band + 90, side: qr })
  line(call, band + qr + 190, { size: 68, ink: '#14202b', bold: true })
  line(link.replace(/^https?:\/\//, ''), band + qr + 300, { size: 40, ink: '#4a5864' })
  await saveCanvas(`${name}.png`, canvas)
}

const LEAST = 12

/** The largest size up to the wanted one at which a line fits its room. */
export function fitSize(wanted: number, room: number, widthAt: (px: number) => number): number {
  const width = widthAt(wanted)
  return width <= room ? wanted : Math.max(LEAST, Math.floor((wanted * room) / width))
}

function widthOf(pen: CanvasRenderingContext2D, font: string, text: string): number {
  pen.font = font
  return pen.measureText(text).width
}

function makeCanvas(width: number, height: number): [HTMLCanvasElement, CanvasRenderingContext2D] {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('This browser draws no canvas')
  pen.fillStyle = '#ffffff'
  pen.fillRect(0, 0, width, height)
  return [canvas, pen]
}

function paintQr(
  pen: CanvasRenderingContext2D,
  { size, path }: QrDrawing,
  { x, y, side }: { x: number; y: number; side: number },
): void {
  pen.save()
  pen.translate(x, y)
  pen.scale(side / (size + 2 * QUIET_ZONE), side / (size + 2 * QUIET_ZONE))
  pen.translate(QUIET_ZONE, QUIET_ZONE)
  pen.fillStyle = '#000000'
  // eslint-disable-next-line unicorn/no-array-fill-with-reference-type -- a pen fills a shape, not an array
  pen.fill(new Path2D(path))
  pen.restore()
}

async function saveCanvas(name: string, canvas: HTMLCanvasElement): Promise<void> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error('This browser makes no picture')
  saveBlob(name, blob)
}
