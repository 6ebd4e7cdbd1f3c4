import { writeAudit } from '../domains/audit/audit.ts'
import { rotateSecrets } from '../platform/secrets/rotate-secrets.ts'
import { StartError } from '../platform/start-error.ts'
import { sealedColumns } from '../sealed-columns.ts'
import { command } from './command.ts'
import { tableLines } from './table.ts'

export const secretCommands = [
  command({
    name: 'secrets rotate',
    summary: 'Seal everything under SECRET_KEY that SECRET_KEY_OLD still opens; may be cut off and run again',
    options: {},
    async run(ctx) {
      const { oldSecretKey } = ctx.config
      if (oldSecretKey === null) {
        throw new StartError(
          'Set SECRET_KEY to the new key and SECRET_KEY_OLD to the one of before, here and at the servers.',
        )
      }
      // Print progress to stderr, because scripts read the result: it may take a while.
      const rotated = await rotateSecrets(
        ctx,
        sealedColumns,
        oldSecretKey,
        (line) => void process.stderr.write(`${line}\n`),
      )
      const sum = (name: 'sealedAnew' | 'already' | 'shut') => rotated.reduce((total, row) => total + row[name], 0)
      const detail = { sealedAnew: sum('sealedAnew'), already: sum('already'), shut: sum('shut') }
      const entry = { resellerId: null, actor: ctx.actor, action: 'operator.secrets_rotated', subject: null }
      await writeAudit(ctx.db, { ...entry, detail }, ctx.now)
      const next = 'All is sealed under SECRET_KEY. Take SECRET_KEY_OLD away and restart the servers.'
      const trouble = `${detail.shut} values open with neither key, and did not before.`
      return {
        lines: [...tableLines(rotated), '', detail.shut > 0 ? `${trouble} ${next}` : next],
        data: { columns: rotated, ...detail },
        hasProblems: detail.shut > 0,
      }
    },
  }),
]
