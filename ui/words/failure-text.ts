import { ApiError } from '../http/api-error.ts'
import { uiWords } from './ui-words.ts'

/** What to tell the reader about a failed call: the server's own sentence, or ours when no answer of its came. */
export function failureText(error: unknown): string {
  const t = uiWords()
  if (!(error instanceof ApiError)) return t('unexpected')
  switch (error.code) {
    case 'client.timeout':
      return t('noAnswer')
    case 'client.network':
      return t('offline')
    case 'client.answer':
      return t('strangeAnswer')
    default:
      return error.message
  }
}
