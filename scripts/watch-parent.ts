import { readFileSync } from 'node:fs'

const LOOK_MS = 500
const SHELL = /^(?:ba|da|a|z)?sh$/

/**
 * Calls back once when the process that started this one is gone. The system does not tell a child about this: a killed
 * npm would leave its server behind. A shell in between may outlive npm, so npm is watched through it.
 */
export function watchParent(onGone: () => void): void {
  const parent = process.ppid
  const shell = readStat(parent)
  const grandparent = shell && SHELL.test(shell.name) ? shell.parent : null
  const isGone = () =>
    process.ppid !== parent || !isAlive(parent) || (grandparent !== null && readStat(parent)?.parent !== grandparent)
  const timer = setInterval(() => {
    if (!isGone()) return
    clearInterval(timer)
    onGone()
  }, LOOK_MS)
  timer.unref()
}

/** For systems where the parent's number does not change, like Windows. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Linux only. Elsewhere null, and only the parent is watched. */
function readStat(pid: number): { name: string; parent: number } | null {
  try {
    const [, name = '', parent] = /^\d+ \((.*)\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    return { name, parent: Number(parent) }
  } catch {
    return null
  }
}
