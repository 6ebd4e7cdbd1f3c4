/** One line of what was found on the proof's machine. A wrong one makes the program fail when it has told everything. */
export function show(isRight: boolean, what: string): void {
  console.log(`${isRight ? '  ok' : 'FAIL'}    ${what}`)
  if (!isRight) process.exitCode = 1
}
