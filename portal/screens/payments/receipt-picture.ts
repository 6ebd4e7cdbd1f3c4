import type { Row } from '../../../ui/components/rows.tsx'

const WIDTH = 720
const EDGE = 48
const LINE = 56
const FONT = '-apple-system, "PingFang SC", "Noto Sans SC", "Microsoft YaHei", sans-serif'

type Receipt = { title: string; rows: readonly Row[]; note: string }

/** A PNG as a data address: web views save a picture by a long press, but no download. Null without a canvas. */
export function drawReceipt({ title, rows, note }: Receipt): string | null {
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH
  canvas.height = EDGE * 2 + LINE * (rows.length + 3)
  const pen = canvas.getContext('2d')
  if (!pen) return null
  pen.fillStyle = '#ffffff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.textBaseline = 'middle'
  let y = EDGE + LINE / 2
  write(pen, title, { x: EDGE, y, size: 32, colour: '#10202b', weight: 600 })
  y += LINE * 1.5
  for (const { name, value } of rows) {
    write(pen, name, { x: EDGE, y, size: 24, colour: '#5f707c' })
    write(pen, value, { x: WIDTH - EDGE, y, size: 24, colour: '#10202b', align: 'right' })
    pen.fillStyle = '#e2e8eb'
    pen.fillRect(EDGE, y + LINE / 2, WIDTH - 2 * EDGE, 1)
    y += LINE
  }
  write(pen, note, { x: EDGE, y: y + LINE / 4, size: 20, colour: '#5f707c' })
  return canvas.toDataURL('image/png')
}

type Place = { x: number; y: number; size: number; colour: string; weight?: number; align?: CanvasTextAlign }

/** Squeezed rather than cut if it is too long. */
function write(pen: CanvasRenderingContext2D, text: string, place: Place): void {
  const { x, y, size, colour, weight = 400, align = 'left' } = place
  pen.font = `${weight} ${size}px ${FONT}`
  pen.fillStyle = colour
  pen.textAlign = align
  pen.fillText(text, x, y, align === 'right' ? WIDTH - 2 * EDGE - 140 : WIDTH - 2 * EDGE)
}
