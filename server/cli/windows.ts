import { planMaintenance } from '../domains/lines/plan-maintenance.ts'
import { showWindows } from '../domains/monitor/office/show-windows.ts'
import { cancelWindow } from '../domains/nodes/windows.ts'
import { command, UsageError } from './command.ts'
import { readMoment } from './read-options.ts'
import { tableLines } from './table.ts'

const NOTE_MAX = 200
const MOMENT = 'such as 2026-11-14T09:00:00+08:00'

export const windowCommands = [
  command({
    name: 'windows list',
    summary: 'Maintenance planned ahead, and that of the last 90 days',
    options: {},
    async run(ctx) {
      const windows = await showWindows({ db: ctx.db, now: ctx.now, language: 'zh-CN' })
      const shown = windows.map(({ windowId, nodeId, nodeName, ...rest }) => {
        return { window: windowId, node: nodeId, name: nodeName, ...rest }
      })
      return { lines: tableLines(shown), data: { windows } }
    },
  }),
  command({
    name: 'windows plan',
    summary: 'Take a node out of service from one moment to another, by itself; users see it from now on',
    options: {
      node: { kind: 'number', help: 'its id', isRequired: true },
      from: { kind: 'text', help: MOMENT, isRequired: true },
      until: { kind: 'text', help: `${MOMENT}; within a month of the beginning`, isRequired: true },
      note: { kind: 'text', help: `what users read beside it, up to ${NOTE_MAX} characters` },
    },
    async run(ctx, { node, from, until, note }) {
      const startsAt = readMoment('from', from)!
      const endsAt = readMoment('until', until)!
      const text = (note ?? '').trim()
      if (text.length > NOTE_MAX) throw new UsageError(`--note has at most ${NOTE_MAX} characters`)
      await planMaintenance(ctx, { nodeId: node, startsAt, endsAt, note: text }, ctx.actor)
      const lines = [`Node ${node} is out of service from ${startsAt.toISOString()} until ${endsAt.toISOString()}.`]
      return { lines, data: { node, startsAt, endsAt } }
    },
  }),
  command({
    name: 'windows cancel',
    summary: 'Take a planned maintenance back, or end one that runs',
    options: { window: { kind: 'number', help: 'its number, as windows list shows it', isRequired: true } },
    async run(ctx, { window }) {
      await cancelWindow(ctx, window, ctx.actor)
      return { lines: [`Window ${window} is off.`], data: { window } }
    },
  }),
]
