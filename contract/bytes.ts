const UNITS = ['Bytes', 'KB', 'MB', 'GB', 'TB'] as const

/** Ticks that are round in these units: decimal steps would read 953.67 MB, and hundreds never reach 1 GB. */
export const roundBytes = UNITS.flatMap((_, power) =>
  [1, 2, 5, 10, 20, 50, 128, 256, 512].map((step) => step * 1024 ** power),
)

/** Base 1024, two decimals, TB at most. Picks the unit after rounding, so "1024.00 KB" never appears. */
export function formatBytes(bytes: number): string {
  if (!Number.isFinite(bytes) || bytes <= 0) return '0 Bytes'
  let value = bytes
  let unit = 0
  while (Number(value.toFixed(2)) >= 1024 && unit < UNITS.length - 1) {
    value /= 1024
    unit += 1
  }
  return `${value.toFixed(2)} ${UNITS[unit]}`
}

/** As sold: 100 GB, where figures that are counted keep their two places. */
export function plainBytes(bytes: number): string {
  return formatBytes(bytes).replace('.00 ', ' ')
}
