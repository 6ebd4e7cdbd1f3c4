/**
 * A template takes the place of one that nobody touched since; words of the member's own stay, and it comes below them.
 */
export function insertText(before: string, filled: string, untouched: string | null): string {
  if (before.trim() === '' || before === untouched) return filled
  return `${before.trimEnd()}\n\n${filled}`
}
