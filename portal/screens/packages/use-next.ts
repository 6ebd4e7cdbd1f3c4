import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Static } from 'typebox'

import { api } from '../../../contract/api.ts'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { call } from '../../../ui/http/client.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { useWords } from '../../words/language.ts'
import { CATALOGUE_KEY, type Catalogue } from './catalogue.ts'

type Choice = Static<typeof api.packages.next.input>['next']

/** Chooses what follows the current package. Costs nothing now, and the same place takes it back. */
export function useSetNext() {
  const t = useWords('packages')
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (next: Choice) => call(api.packages.next, { next }),
    onSuccess: ({ next }) => {
      showMessage('success', next ? t('nextSet', { name: next.packageName }) : t('nextGone'))
      queries.setQueryData<Catalogue>(CATALOGUE_KEY, (old) => old && { ...old, current: { ...old.current, next } })
    },
    onError: (error) => {
      showMessage('error', failureText(error))
      void queries.invalidateQueries({ queryKey: CATALOGUE_KEY })
    },
  })
}
