import { addMonitor, type TotpSetup } from '../domains/monitor/monitors/manage-monitors.ts'
import { command } from './command.ts'

const WHO = { user: { kind: 'text', help: 'name of the monitor account', isRequired: true } } as const

export const monitorCommands = [
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
]

function totpLines(totp: TotpSetup | null): string[] {
  return totp ? [`Second factor: ${totp.secret}`, totp.uri] : []
}
