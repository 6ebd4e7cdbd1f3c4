import { limits } from '../../contract/limits.ts'
import { getUser } from '../domains/sessions/operator/find-users.ts'
import { tellResetCode } from '../domains/sessions/operator/reset-code.ts'
import { command, type CliCtx } from './command.ts'

/** Anybody with a shell here is the operator. */
const helperOf = ({ actor }: CliCtx) => ({ actor, isOperator: true })

const WHO = {
  reseller: { kind: 'number', help: 'key of the reseller', isRequired: true },
  user: { kind: 'text', help: 'account name', isRequired: true },
} as const

export const userCommands = [
  command({
    name: 'users reset-code',
    summary: `A one-time code, good for ${limits.operatorCodeTtlMs / 60_000} minutes, with which the user sets a new password. Shown this once`,
    options: WHO,
    async run(ctx, { reseller, user }) {
      const found = await getUser(ctx, reseller, user)
      const code = await tellResetCode(ctx, found, helperOf(ctx))
      return { lines: [`Code for ${found.userName} of reseller ${reseller}: ${code}`], data: { code } }
    },
  }),
]
