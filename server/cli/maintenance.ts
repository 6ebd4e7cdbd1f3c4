import { MINUTE_MS } from '../../contract/durations.ts'
import { loadMaintenance, setMaintenance } from '../domains/status/maintenance.ts'
import type { Maintenance } from '../platform/http/maintenance-gate.ts'
import { command, UsageError, type Outcome } from './command.ts'

export const maintenanceCommands = [
  command({
    name: 'maintenance show',
    summary: 'Whether the portal is closed for users, and until when',
    options: {},
    async run(ctx) {
      return told(await loadMaintenance(ctx.db))
    },
  }),
  command({
    name: 'maintenance on',
    summary: 'Close the portal for users; console, agents and notifies of payments go on',
    options: {
      minutes: { kind: 'number', help: 'expected to be over then; users read the time' },
      until: { kind: 'text', help: 'the same as a time with its zone, such as 2026-11-16T18:00+08:00' },
      note: { kind: 'text', help: 'one sentence that users read, as you write it' },
    },
    async run(ctx, { minutes, until, note }) {
      const wish = { isOn: true, until: readEnd(ctx.now, minutes, until), note: note ?? '' }
      return told(await setMaintenance(ctx, wish, ctx.actor))
    },
  }),
  command({
    name: 'maintenance off',
    summary: 'Open the portal again',
    options: {},
    async run(ctx) {
      return told(await setMaintenance(ctx, { isOn: false, until: null, note: '' }, ctx.actor))
    },
  }),
]

function readEnd(now: Date, minutes: number | null, until: string | null): Date | null {
  if (minutes !== null && until !== null) throw new UsageError('either --minutes or --until')
  if (minutes !== null) return new Date(now.getTime() + minutes * MINUTE_MS)
  if (until === null) return null
  const isZoned = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)$/.test(until)
  const time = new Date(until)
  if (!isZoned || Number.isNaN(time.getTime())) {
    throw new UsageError('--until is a time with its zone, such as 2026-11-16T18:00+08:00')
  }
  return time
}

function told({ isOn, until, note }: Maintenance): Outcome {
  const end = until ? `, expected back at ${until.toISOString()}` : ''
  const lines = isOn
    ? [`The portal is closed for users${end}.`, ...(note === '' ? [] : [note])]
    : ['The portal is open.']
  return { lines, data: { isOn, until: until?.toISOString() ?? null, note } }
}
