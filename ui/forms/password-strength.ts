import { limits } from '../../contract/limits.ts'

export const strengths = ['weak', 'fair', 'strong'] as const
export type Strength = (typeof strengths)[number]

const FAIR_BITS = 40
const STRONG_BITS = 64
/** Typical keyboard runs; letters and digits in sequence are found by their character code. */
const ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm', '1234567890']
const POOLS: readonly [RegExp, number][] = [
  [/\p{Ll}/u, 26],
  [/\p{Lu}/u, 26],
  [/\p{Nd}/u, 10],
  [/[!-/:-@[-`{-~ ]/, 33],
  [/[^\x20-\x7e]/, 200],
]

/**
 * A rough estimate for the meter: number of unpredictable steps times the size of the character set. The server refuses
 * common passwords; this only encourages.
 */
export function passwordStrength(password: string, userName = ''): Strength {
  if ([...password].length < limits.passwordMin) return 'weak'
  const lower = password.toLowerCase()
  const own = userName === '' ? lower : lower.split(userName.toLowerCase()).join('')
  const bits = countFreeSteps(own) * Math.log2(poolOf(password))
  if (bits < FAIR_BITS) return 'weak'
  return bits < STRONG_BITS ? 'fair' : 'strong'
}

/** Repeats, repeated blocks and runs add nothing: each pair of neighbours counts once, and only if it is a jump. */
function countFreeSteps(text: string): number {
  const characters = [...text]
  const jumps = new Set<string>()
  for (const [at, next] of characters.entries()) {
    const before = characters[at - 1]
    if (before !== undefined && before !== next && !isRun(before, next)) jumps.add(before + next)
  }
  return characters.length === 0 ? 0 : jumps.size + 1
}

function isRun(a: string, b: string): boolean {
  if (Math.abs(a.codePointAt(0)! - b.codePointAt(0)!) === 1) return true
  return ROWS.some((row) => row.includes(a + b) || row.includes(b + a))
}

function poolOf(password: string): number {
  return POOLS.reduce((sum, [pattern, size]) => (pattern.test(password) ? sum + size : sum), 0) || 1
}
