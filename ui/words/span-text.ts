import type { Language } from '../../contract/languages.ts'

const STEPS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

/** 12分钟: how long something lasts, in the largest unit that is not zero. */
export function spanText(seconds: number, language: Language): string {
  const whole = Math.max(0, Math.floor(seconds))
  const [unit, size] = STEPS.find((step) => whole >= step[1]) ?? STEPS[3]
  const count = Math.floor(whole / size)
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(count)
}
