import type { Static } from 'typebox'

import type { consoleApi } from '../../../../contract/console/api.ts'
import type { Language } from '../../../../contract/languages.ts'
import { maskAddress } from '../../../../contract/mask.ts'
import type { Queryable } from '../../../platform/db/db.ts'
import type { AnswerOf } from '../../../platform/http/answer.ts'
import { plainError } from '../../../platform/jobs/job-desk.ts'
import { loadPage } from '../../lists/list-page.ts'
import { plainSubject } from '../../mail/plain-subject.ts'
import { isSecretMail } from '../../mail/send-again.ts'
import { mailList, type ListedMail } from './queries.ts'

type List = (typeof consoleApi)['mails']['list']

/** The caller must audit the look: even shortened addresses are personal data. */
export async function findMails(
  ctx: { db: Queryable; language: Language },
  input: Static<List['input']>,
): Promise<AnswerOf<List>> {
  const { rows, ...page } = await loadPage<ListedMail, 'createdAt'>(ctx, mailList(input), input)
  const shown = rows.map(({ mailId, resellerId, toAddress, template, state, createdAt, sentAt, lastError }) => ({
    mailId,
    resellerId,
    template,
    state,
    to: maskAddress(toAddress),
    subject: plainSubject(template, ctx.language),
    createdAt,
    sentAt,
    error: state === 'sent' ? null : plainError(lastError),
    canSend: state === 'failed' && !isSecretMail(template),
  }))
  return { rows: shown, ...page }
}
