import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** This start of the machine: a pid with its start time can come again after another one. */
const machineBoot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').slice(0, 8)

/** Names one run of a process: its pid alone is given to others later. Null when it is gone, or only waits for its parent. */
export function bootOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name is in parentheses and may contain anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' || fields[0] === 'X' ? null : `${machineBoot}.${pid}.${fields[19]}`
  } catch {
    return null
  }
}

export function argumentsOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1)
  } catch {
    return []
  }
}

/** Pids whose command line passes; the test must name something only our own processes have. */
export function findProcesses(isOurs: (commandLine: string[]) => boolean): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => pid !== process.pid && bootOf(pid) !== null && isOurs(argumentsOf(pid)))
}

/** Ends one run of a process and waits until it is gone; does nothing to another that got the same pid. */
export async function endProcess(pid: number, boot: string, graceMs = 2_000): Promise<void> {
  const deadline = performance.now() + graceMs
  signal(pid, boot, 'SIGTERM')
  while (bootOf(pid) === boot) {
    if (performance.now() > deadline) signal(pid, boot, 'SIGKILL')
    await sleep(10)
  }
}

function signal(pid: number, boot: string, name: NodeJS.Signals): void {
  if (bootOf(pid) !== boot) return
  try {
    process.kill(pid, name)
  } catch {
    // Gone between the look and the signal.
  }
}
