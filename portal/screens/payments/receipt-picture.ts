import type { Row } from '../../../ui/components/rows.tsx'

const WIDTH = 720
const EDGE = 48
const STRIPE = 16
const LINE = 60
const ROOM = WIDTH - 2 * EDGE
/** Names are short; the rest of a row is its value's. */
const NAME_ROOM = 160
const INK = '#10202b'
const SOFT = '#5f707c'

type Receipt = { title: string; amount: string; state: string; rows: readonly Row[]; note: string }

/** The brand's colour above, the amount large, then the facts as on paper. Null without a canvas. */
export function drawReceipt({ title, amount, state, rows, note }: Receipt): HTMLCanvasElement | null {
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH
  canvas.height = STRIPE + 236 + LINE * rows.length + 104
  const pen = canvas.getContext('2d')
  if (!pen) return null
  const brand = getComputedStyle(document.documentElement).getPropertyValue('--brand-fill').trim()
  const family = getComputedStyle(document.body).fontFamily
  const write = (text: string, y: number, { size, ink = INK, weight = 400, right = false, room = ROOM }: Ink) => {
    pen.font = `${weight} ${size}px ${family}`
    pen.fillStyle = ink
    pen.textAlign = right ? 'right' : 'left'
    // Squeezed rather than cut if it is too long.
    pen.fillText(text, right ? WIDTH - EDGE : EDGE, y, room)
  }
  pen.fillStyle = '#ffffff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.fillStyle = brand || '#0f766e'
  pen.fillRect(0, 0, WIDTH, STRIPE)
  pen.textBaseline = 'middle'
  write(title, STRIPE + 68, { size: 30, weight: 600 })
  write(amount, STRIPE + 162, { size: 68, weight: 700, room: ROOM * 0.7 })
  write(state, STRIPE + 170, { size: 28, ink: SOFT, right: true, room: ROOM * 0.3 })
  let y = STRIPE + 236
  for (const { name, value } of rows) {
    pen.fillStyle = '#e2e8eb'
    pen.fillRect(EDGE, y, ROOM, 2)
    write(name, y + LINE / 2, { size: 25, ink: SOFT, room: NAME_ROOM })
    write(value, y + LINE / 2, { size: 25, right: true, room: ROOM - NAME_ROOM })
    y += LINE
  }
  write(note, y + 46, { size: 21, ink: SOFT })
  return canvas
}

type Ink = { size: number; ink?: string; weight?: number; right?: boolean; room?: number }
