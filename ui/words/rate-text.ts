const UNITS = ['bps', 'Kbps', 'Mbps', 'Gbps', 'Tbps'] as const

/** Bits per second in steps of 1000, as networks are sold; three digits are readable from afar. */
export function rateText(bps: number): string {
  let value = Math.max(0, bps)
  let unit = 0
  while (Math.round(value) >= 1000 && unit < UNITS.length - 1) {
    value /= 1000
    unit += 1
  }
  const digits = unit === 0 || value >= 100 ? 0 : value >= 10 ? 1 : 2
  return `${value.toFixed(digits)} ${UNITS[unit]}`
}
