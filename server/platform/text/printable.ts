/** Other people choose names and titles: an escape sequence in one must not reach the operator's terminal. */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}]/gu, '?')
}
