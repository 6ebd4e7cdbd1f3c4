/** The name that was probably meant, or null if nothing is close: a wrong guess would mislead. Case does not count. */
export function nearest(given: string, names: readonly string[], stepsMax = defaultStepsMax): string | null {
  const words = given.toLowerCase()
  const swapped = words.split(' ').toReversed().join(' ')
  const scored = names.map((name) => ({
    name,
    steps: Math.min(stepsBetween(words, name.toLowerCase()), stepsBetween(swapped, name.toLowerCase())),
  }))
  const best = scored.reduce((a, b) => (b.steps < a.steps ? b : a), { name: '', steps: Infinity })
  return best.steps <= stepsMax(best.name) ? best.name : null
}

const defaultStepsMax = (name: string) => Math.max(2, Math.floor(name.length / 4))

/** Letters to insert, remove or change (Levenshtein); two swapped letters are one step. */
function stepsBetween(a: string, b: string): number {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const change = last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      row[j] = Math.min(change, last[j]! + 1, row[j - 1]! + 1)
      const isTurned = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (isTurned) row[j] = Math.min(row[j]!, before[j - 2]! + 1)
    }
    before = last
    last = row
  }
  return last[b.length]!
}
