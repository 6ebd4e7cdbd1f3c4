import { useMutation } from '@tanstack/react-query'

import { api } from '../../../contract/api.ts'
import type { Route } from '../../../contract/route.ts'
import { CardLink } from '../../../ui/components/card.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { call } from '../../../ui/http/client.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { useWords } from '../../words/language.ts'
import { type EntryFilter, toQuery } from './entry-filter.ts'

export function ExportButton({ filter }: { filter: EntryFilter }) {
  const t = useWords('balance')
  const { mutate, isPending } = useMutation({
    mutationFn: () => downloadEntries(filter),
    onError: (error) => showMessage('error', failureText(error)),
  })
  return (
    <CardLink icon="download" busy={isPending} onPress={mutate}>
      {t('export')}
    </CardLink>
  )
}

/** Answers with a file instead of the envelope, so it is no call of the contract. */
const EXPORT: Pick<Route, 'method' | 'path'> = { method: 'GET', path: '/api/balance/export' }

/** The browser fetches the file itself, without our token: a ticket for this one download replaces it. */
export async function downloadEntries(filter: EntryFilter): Promise<void> {
  const { ticket } = await call(api.sessions.ticket, { audience: 'download' }, { unshared: true })
  await call(EXPORT as Route, { ...toQuery(filter), ticket }, { download: true })
}
