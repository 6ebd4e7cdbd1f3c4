export type Level = 'info' | 'warn' | 'error'
export type Log = (level: Level, event: string, fields?: Record<string, string | number | boolean | null>) => void

/** Logs one line per event: text for people on a terminal, JSON for log collectors. */
export const log: Log = (level, event, fields = {}) => {
  const time = new Date().toISOString()
  const line = process.stdout.isTTY
    ? `${time} ${level.padEnd(5)} ${event}${Object.entries(fields)
        .map(([key, value]) => ` ${key}=${value}`)
        .join('')}`
    : JSON.stringify({ time, level, event, ...fields })
  process.stdout.write(`${line}\n`)
}

export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : ''
  return `${error.message}${cause}`
}
