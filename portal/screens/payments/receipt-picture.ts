import type { Row } from '../../../ui/components/rows.tsx'

const WIDTH = 720
const EDGE = 48
const STRIPE = 16
const LINE = 60
const ROOM = WIDTH - 2 * EDGE
/** Names are short; the rest of a row is its value's. */
const NAME_ROOM = 160
const OWN_SIZE = 23
const OWN_LINE = 34
const OWN_GAP = 16
const INK = '#10202b'
const SOFT = '#5f707c'

/** `text`: what the reseller writes below its receipts, in lines; may be empty. */
type Receipt = { title: string; amount: string; state: string; rows: readonly Row[]; note: string; text: string }

/** The brand's colour above, the amount large, then the facts as on paper. Null without a canvas. */
export function drawReceipt({ title, amount, state, rows, note, text }: Receipt): HTMLCanvasElement | null {
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH
  const own = linesOf(text)
  const ownHeight = own.length === 0 ? 0 : OWN_LINE * own.length + OWN_GAP
  canvas.height = STRIPE + 236 + LINE * rows.length + ownHeight + 104
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
  y += 46
  for (const line of own) {
    write(line, y, { size: OWN_SIZE })
    y += OWN_LINE
  }
  write(note, own.length === 0 ? y : y + OWN_GAP, { size: 21, ink: SOFT })
  return canvas
}

/** Broken where a line is full. A Chinese sign is as wide as it is high, others half of it at most times. */
function linesOf(text: string): string[] {
  return text.split('\n').flatMap((line) => {
    const lines: string[] = []
    let width = ROOM
    for (const sign of line.trim()) {
      const needs = sign.codePointAt(0)! < 0x2e80 ? OWN_SIZE * 0.62 : OWN_SIZE
      if (width + needs > ROOM) {
        lines.push('')
        width = 0
      }
      lines[lines.length - 1] += sign
      width += needs
    }
    return lines
  })
}

type Ink = { size: number; ink?: string; weight?: number; right?: boolean; room?: number }
