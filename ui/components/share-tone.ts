type Tone = 'bad' | 'warn' | 'brand'

/** The colour of a bar: full only when nothing is left, not when the figure beside it rounds to 100. */
export function shareTone(used: number, max: number, warnPercent: number): Tone {
  if (used >= max) return 'bad'
  return used * 100 >= max * warnPercent ? 'warn' : 'brand'
}
