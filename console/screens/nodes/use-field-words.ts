import { ApiError } from '../../../ui/http/api-error.ts'
import { useWords } from '../../words/language.ts'

/** If a refusal names fields, shows their names as the server writes them: they are names of settings. */
export function useFieldWords(): <T>(asked: Promise<T>) => Promise<T> {
  const t = useWords('nodes')
  return async (asked) => {
    try {
      return await asked
    } catch (error) {
      if (!(error instanceof ApiError) || Object.keys(error.fields).length === 0) throw error
      const { code, status, fields, data } = error
      const named = Object.entries(fields).map(([field, problem]) => t('fieldWrong', { field, problem }))
      throw new ApiError({ code, status, fields, data, message: named.join('；') })
    }
  }
}
