/** Fen as yuan text, with integers only: 1250 → "12.50". */
export function formatFen(fen: number): string {
  const whole = Math.trunc(Math.abs(fen) / 100)
  const rest = String(Math.abs(fen) % 100).padStart(2, '0')
  return `${fen < 0 ? '-' : ''}${whole.toLocaleString('en-US')}.${rest}`
}
