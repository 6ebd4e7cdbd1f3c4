export type MonthPicture = {
  brand: string
  heading: string
  label: string
  amount: string
  rows: readonly { name: string; value: string }[]
}

const WIDTH = 1080
const EDGE = 88
const HEAD = 640
const ROW = 132
const FOOT = 148
const ROOM = WIDTH - 2 * EDGE

/** The brand's colour above, plain figures below. Null without a canvas. */
export function drawMonth({ brand, heading, label, amount, rows }: MonthPicture): HTMLCanvasElement | null {
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH
  canvas.height = HEAD + ROW * rows.length + FOOT
  const pen = canvas.getContext('2d')
  if (!pen) return null
  const style = getComputedStyle(document.documentElement)
  const family = getComputedStyle(document.body).fontFamily
  const colour = (name: string, otherwise: string) => style.getPropertyValue(name).trim() || otherwise
  const onBrand = colour('--on-brand', '#ffffff')
  const write = (text: string, y: number, { size, ink, weight = 400, right = false }: Ink) => {
    pen.font = `${weight} ${size}px ${family}`
    pen.fillStyle = ink
    pen.textAlign = right ? 'right' : 'left'
    // Squeezed rather than cut if it is too long.
    pen.fillText(text, right ? WIDTH - EDGE : EDGE, y, right ? ROOM * 0.6 : ROOM)
  }
  pen.textBaseline = 'middle'
  pen.fillStyle = '#ffffff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.fillStyle = colour('--brand-fill', '#0f766e')
  pen.fillRect(0, 0, WIDTH, HEAD)
  drawWaves(pen, onBrand)
  write(heading, 132, { size: 48, ink: onBrand })
  write(label, 300, { size: 44, ink: onBrand })
  write(amount, 412, { size: 136, ink: onBrand, weight: 700 })
  rows.forEach(({ name, value }, index) => {
    const y = HEAD + ROW * (index + 0.5)
    write(name, y, { size: 40, ink: '#5f707c' })
    write(value, y, { size: 44, ink: '#10202b', weight: 600, right: true })
    pen.fillStyle = '#e2e8eb'
    pen.fillRect(EDGE, y + ROW / 2, ROOM, 2)
  })
  write(brand, canvas.height - FOOT / 2, { size: 36, ink: '#5f707c' })
  return canvas
}

type Ink = { size: number; ink: string; weight?: number; right?: boolean }

/** Calm water at the foot of the coloured part. */
function drawWaves(pen: CanvasRenderingContext2D, ink: string): void {
  pen.strokeStyle = ink
  pen.lineWidth = 4
  for (let line = 0; line < 3; line += 1) {
    pen.globalAlpha = 0.16 + line * 0.08
    pen.beginPath()
    for (let x = 0; x <= WIDTH; x += 12) {
      const y = HEAD - 96 + line * 30 + Math.sin(x / 108 + line * 1.4) * 14
      if (x === 0) pen.moveTo(x, y)
      else pen.lineTo(x, y)
    }
    pen.stroke()
  }
  pen.globalAlpha = 1
}
