/** A line through the values and the area under it, in a box of width by height. The highest value touches the top. */
export function areaPath(values: readonly number[], width: number, height: number): { line: string; area: string } {
  const highest = Math.max(...values, 0)
  if (values.length < 2 || highest === 0) return { line: '', area: '' }
  const step = width / (values.length - 1)
  const points = values.map((value, at) => `${round(at * step)} ${round(height - (value / highest) * height)}`)
  const line = `M${points.join('L')}`
  return { line, area: `${line}V${height}H0Z` }
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
