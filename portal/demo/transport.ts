import { ApiError } from '../../ui/http/api-error.ts'
import type { Send } from '../../ui/http/exchange.ts'
import type { Answer } from './answer.ts'
import { accountAnswers } from './answers/account.ts'
import { articleAnswers } from './answers/articles.ts'
import { lineAnswers } from './answers/lines.ts'
import { moneyAnswers } from './answers/money.ts'
import { otherAnswers } from './answers/others.ts'
import { securityAnswers } from './answers/security.ts'
import { ticketAnswers } from './answers/tickets.ts'

export const answers: readonly Answer[] = [
  ...accountAnswers,
  ...securityAnswers,
  ...moneyAnswers,
  ...lineAnswers,
  ...otherAnswers,
  ...ticketAnswers,
  ...articleAnswers,
]
const byCall = new Map(answers.map((one) => [`${one.method} ${one.path}`, one]))

/** Answers inside the page; sends nothing. */
export const sendToDemo: Send = async ({ method, url, body }) => {
  const [path, query] = url.split('?')
  const found = byCall.get(`${method} ${path}`)
  if (!found) throw new ApiError({ code: 'client.answer', status: 0, message: 'client.answer' })
  const input: unknown = body === null ? Object.fromEntries(new URLSearchParams(query)) : JSON.parse(body)
  // A copy, so that screens do not see the samples change.
  return structuredClone(found.reply(input))
}
