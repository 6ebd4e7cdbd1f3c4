import { messageOf, type Log } from './log.ts'

export type Health = ReturnType<typeof openHealth>

/** Current problems, reported once when they begin and once when they end, for the log and for `status`. */
export function openHealth(log: Log) {
  const alarms = new Map<string, string>()
  let lastError: { at: string; message: string } | null = null
  let lastContactAt: string | null = null
  const health = {
    alarms: () => [...alarms].map(([subject, message]) => ({ subject, message })),
    lastError: () => lastError,
    lastContactAt: () => lastContactAt,
    bad(subject: string, error: unknown): void {
      const message = messageOf(error)
      lastError = { at: new Date().toISOString(), message: `${subject}: ${message}` }
      if (alarms.get(subject) !== message) log('error', subject, { reason: message })
      alarms.set(subject, message)
    },
    good(subject: string): void {
      if (alarms.delete(subject)) log('info', `${subject}: well again`)
    },
    contact(): void {
      lastContactAt = new Date().toISOString()
      health.good('portal')
    },
  }
  return health
}
