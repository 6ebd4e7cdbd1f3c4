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
  drawWater(pen, onBrand)
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

/** Calm water at the foot of the coloured part, as on the card of the home page. */
function drawWater(pen: CanvasRenderingContext2D, ink: string): void {
  pen.fillStyle = ink
  for (let wave = 0; wave < 3; wave += 1) {
    const height = 168 - wave * 44
    pen.globalAlpha = 0.07
    pen.beginPath()
    pen.moveTo(0, HEAD)
    for (let x = 0; x <= WIDTH; x += 12) pen.lineTo(x, HEAD - height + Math.sin(x / 172 + wave * 2.1) * 22)
    pen.lineTo(WIDTH, HEAD)
    pen.closePath()
    pen.fill()
  }
  pen.globalAlpha = 1
}
