import { readFileSync } from 'node:fs'
import { cpus, freemem, totalmem } from 'node:os'

const busyAndTotal = () => {
  const times = cpus().map((cpu) => cpu.times)
  const total = times.reduce((sum, { user, nice, sys, idle, irq }) => sum + user + nice + sys + idle + irq, 0)
  return { total, busy: total - times.reduce((sum, { idle }) => sum + idle, 0) }
}

/** Share of processor time used since the last call, and share of memory in use. */
export function openMachineLoad() {
  let before = busyAndTotal()
  return () => {
    const now = busyAndTotal()
    const total = now.total - before.total
    const cpuPercent = total > 0 ? Math.round(((now.busy - before.busy) / total) * 100) : 0
    before = now
    return {
      cpuPercent: within(cpuPercent),
      memoryPercent: within(Math.round(100 - (availableBytes() / totalmem()) * 100)),
    }
  }
}

const within = (percent: number) => Math.min(100, Math.max(0, percent))

/** Page cache counts as available, because it is released on demand: plain free memory would always look like none. */
function availableBytes(): number {
  const match = /^MemAvailable:\s+(\d+) kB/m.exec(readFileSync('/proc/meminfo', 'utf8'))
  return match ? Number(match[1]) * 1_024 : freemem()
}
