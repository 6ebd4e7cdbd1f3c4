import { limits } from '../../contract/limits.ts'
import { blockUser, unblockUser } from '../domains/sessions/operator/block-user.ts'
import { findUsers, getUser } from '../domains/sessions/operator/find-users.ts'
import { tellResetCode } from '../domains/sessions/operator/reset-code.ts'
import { resetTotp } from '../domains/sessions/operator/reset-totp.ts'
import { showUser } from '../domains/sessions/operator/show-user.ts'
import { unlockUser } from '../domains/sessions/operator/unlock-user.ts'
import { auditRead, command, UsageError, type CliCtx } from './command.ts'
import { tableLines } from './table.ts'

/** Anybody with a shell here is the operator. */
const helperOf = ({ actor }: CliCtx) => ({ actor, isOperator: true })

const FOUND_LIMIT = 50
const WHO = {
  reseller: { kind: 'number', help: 'key of the reseller', isRequired: true },
  user: { kind: 'text', help: 'account name', isRequired: true },
} as const

export const userCommands = [
  command({
    name: 'users find',
    summary: `Accounts by part of the name or by address, at most ${FOUND_LIMIT}`,
    options: {
      reseller: { kind: 'number', help: 'only of this reseller' },
      user: { kind: 'text', help: 'part of the account name' },
      email: { kind: 'text', help: 'the whole e-mail address' },
    },
    async run(ctx, { reseller, user, email }) {
      if (user === null && email === null) throw new UsageError('--user or --email is missing')
      const users = await findUsers(ctx, { resellerId: reseller, name: user, email, limit: FOUND_LIMIT })
      await auditRead(ctx, 'operator.users_found', reseller, users.length)
      return { lines: tableLines(users), data: { users } }
    },
  }),
  command({
    name: 'users show',
    summary: 'One account: what runs until when, its money, lines and sessions',
    options: WHO,
    async run(ctx, { reseller, user }) {
      const shown = await showUser(ctx, await getUser(ctx, reseller, user))
      await auditRead(ctx, 'operator.user_shown', reseller, 1)
      const rows = Object.entries(shown).map(([name, value]) => ({ name, value }))
      return { lines: tableLines(rows), data: { user: shown } }
    },
  }),
  command({
    name: 'users block',
    summary:
      'Block an account: it signs in, reads and withdraws, but buys, tops up and resumes nothing. Its time is kept',
    hasDryRun: true,
    options: { ...WHO, reason: { kind: 'text', help: 'the user reads it', isRequired: true } },
    async run(ctx, { reseller, user, reason }) {
      const found = await getUser(ctx, reseller, user)
      await blockUser(ctx, found, reason, helperOf(ctx))
      return { lines: [`${found.userName} is blocked. Back: users unblock`], data: { accountId: found.id } }
    },
  }),
  command({
    name: 'users unblock',
    summary: 'End the block of an account; the time that was kept runs again',
    hasDryRun: true,
    options: WHO,
    async run(ctx, { reseller, user }) {
      const found = await getUser(ctx, reseller, user)
      await unblockUser(ctx, found, helperOf(ctx))
      return { lines: [`${found.userName} is not blocked any more.`], data: { accountId: found.id } }
    },
  }),
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
  command({
    name: 'users unlock',
    summary: 'Unlock an account whose owner cannot do it by mail. Give out a reset code too',
    options: WHO,
    async run(ctx, { reseller, user }) {
      const found = await getUser(ctx, reseller, user)
      await unlockUser(ctx, found, helperOf(ctx))
      const hint = 'The password is the old one. Was it stolen? Then: users reset-code'
      return { lines: [`${found.userName} is unlocked. ${hint}`], data: { accountId: found.id } }
    },
  }),
  command({
    name: 'users reset-totp',
    summary: 'Turn the second factor off for a user who lost it. Make sure who is asking',
    options: WHO,
    async run(ctx, { reseller, user }) {
      const found = await getUser(ctx, reseller, user)
      await resetTotp(ctx, found, helperOf(ctx))
      return { lines: [`${found.userName} has no second factor any more.`], data: { accountId: found.id } }
    },
  }),
]
