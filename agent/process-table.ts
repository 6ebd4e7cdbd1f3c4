import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** Identifies this boot of the machine: after another boot the same pid and start time can occur again. */
const machineBoot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').slice(0, 8)

/** Identifies one run of a process, because a pid is reused later. Null when the process is gone or a zombie. */
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

/** Finds processes by command line. The test must match something that only our own processes have. */
export function findProcesses(isOurs: (commandLine: string[]) => boolean): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => pid !== process.pid && bootOf(pid) !== null && isOurs(argumentsOf(pid)))
}

/** Ends one run of a process and waits until it is gone. Leaves another process with the same pid alone. */
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
    // The process ended between the check and the signal.
  }
}
