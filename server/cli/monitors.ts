import {
  addMonitor,
  disableMonitor,
  findMonitors,
  resetMonitorPassword,
  resetMonitorTotp,
  type TotpSetup,
} from '../domains/monitor/monitors/manage-monitors.ts'
import { auditRead, command } from './command.ts'
import { tableLines } from './table.ts'

const WHO = { user: { kind: 'text', help: 'name of the monitor account', isRequired: true } } as const

export const monitorCommands = [
  command({
    name: 'monitors list',
    summary: 'Who may look at the monitor',
    options: {},
    async run(ctx) {
      const monitors = await findMonitors(ctx)
      await auditRead(ctx, 'operator.monitors_listed', null, monitors.length)
      return { lines: tableLines(monitors), data: { monitors } }
    },
  }),
  command({
    name: 'monitors add',
    summary: 'A monitor account. The password is made here and shown this once',
    options: {
      ...WHO,
      reseller: { kind: 'number', help: 'sees this reseller alone (default: all of them)' },
      totp: { kind: 'flag', help: 'with a second factor; its secret is shown this once' },
    },
    async run(ctx, { user, reseller, totp: withTotp }) {
      const { password, totp } = await addMonitor(ctx, { userName: user, resellerId: reseller, withTotp }, ctx.actor)
      const where = `Sign in at ${ctx.config.publicUrl}/loginMonitor`
      return {
        lines: [`Password of ${user}: ${password}`, ...totpLines(totp), where],
        data: { user, password, totp },
      }
    },
  }),
  command({
    name: 'monitors reset-password',
    summary: 'A new password, shown this once. Ends every session, and opens a disabled account again',
    options: WHO,
    async run(ctx, { user }) {
      const password = await resetMonitorPassword(ctx, user, ctx.actor)
      return { lines: [`Password of ${user}: ${password}`], data: { user, password } }
    },
  }),
  command({
    name: 'monitors reset-totp',
    summary: 'A new second factor, shown this once, or none. Ends every session',
    options: { ...WHO, off: { kind: 'flag', help: 'no second factor any more' } },
    async run(ctx, { user, off: isOff }) {
      const totp = await resetMonitorTotp(ctx, user, { isOff }, ctx.actor)
      const lines = totp ? totpLines(totp) : [`${user} has no second factor.`]
      return { lines, data: { user, totp } }
    },
  }),
  command({
    name: 'monitors disable',
    summary: 'Shut an account out at once',
    options: WHO,
    async run(ctx, { user }) {
      await disableMonitor(ctx, user, ctx.actor)
      return { lines: [`${user} is shut out.`], data: { user } }
    },
  }),
]

function totpLines(totp: TotpSetup | null): string[] {
  return totp ? [`Second factor: ${totp.secret}`, totp.uri] : []
}
