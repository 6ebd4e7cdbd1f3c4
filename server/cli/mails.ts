import { mailStates } from '../../contract/console/choices.ts'
import { findMails } from '../domains/console/machine/mails.ts'
import { sendMailAgain } from '../domains/mail/send-again.ts'
import { auditRead, command, UsageError } from './command.ts'
import { oneOf } from './read-options.ts'
import { tableLines } from './table.ts'

const LISTED = 100

export const mailCommands = [
  command({
    name: 'mails list',
    summary: `Mails and how they stand, newest first, at most ${LISTED}; addresses shortened, never a text`,
    options: {
      state: { kind: 'text', help: `one of ${mailStates.join(', ')}` },
      reseller: { kind: 'number', help: 'to users of this reseller' },
    },
    async run(ctx, { state, reseller }) {
      const filter = state === null ? {} : { state: oneOf('state', state, mailStates) }
      const whose = reseller === null ? {} : { resellerId: reseller }
      const { rows, count } = await findMails({ db: ctx.db, language: 'en' }, { ...filter, ...whose, limit: LISTED })
      await auditRead(ctx, 'operator.mails_listed', reseller, rows.length)
      const shown = rows.map(({ mailId, resellerId, to, template, state, createdAt, error }) => {
        return { mail: mailId, reseller: resellerId, to, template, state, createdAt, error }
      })
      return { lines: tableLines(shown), data: { mails: rows, count } }
    },
  }),
  command({
    name: 'mails send-again',
    summary: 'Send a mail that failed once more. Codes and links that sign in are asked for anew by their readers',
    options: { mail: { kind: 'text', help: 'its id, as mails list shows it', isRequired: true } },
    async run(ctx, { mail }) {
      if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(mail))
        throw new UsageError('--mail must be the id of a mail')
      await sendMailAgain(ctx, mail, ctx.actor)
      return { lines: [`Mail ${mail} goes out once more.`], data: { mail } }
    },
  }),
]
