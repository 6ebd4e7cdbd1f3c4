type Paths = { line: string; rest: string; area: string }
type Room = { width: number; height: number; isOpen?: boolean }

/**
 * A line through the values and the area under it, in a box of width by height. The highest value touches the top. Of a
 * curve whose last value still grows (`isOpen`), the way to it is `rest`, and the area ends before.
 */
export function areaPath(values: readonly number[], { width, height, isOpen = false }: Room): Paths {
  const highest = Math.max(...values, 0)
  if (values.length < 2 || highest === 0) return { line: '', rest: '', area: '' }
  const step = width / (values.length - 1)
  const points = values.map((value, at) => `${round(at * step)} ${round(height - (value / highest) * height)}`)
  const known = isOpen ? points.slice(0, -1) : points
  const line = `M${known.join('L')}`
  const rest = isOpen ? `M${points.slice(-2).join('L')}` : ''
  return { line, rest, area: `${line}V${height}H0Z` }
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
