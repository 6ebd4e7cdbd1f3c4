import { useMutation, useQueryClient } from '@tanstack/react-query'

import { api } from '../../../contract/api.ts'
import type { Withdrawal } from '../../../contract/invites.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { call } from '../../../ui/http/client.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { useWords } from '../../words/language.ts'
import { INVITE_KEY } from './invite-data.ts'
import css from './invite.module.css'

/** Offered for some days after a payment, so that the user can report that nothing arrived. */
export function NotReceived({ id, canReport, missedAt }: Pick<Withdrawal, 'id' | 'canReport' | 'missedAt'>) {
  const t = useWords('invite')
  const queries = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(api.invites.missed, { withdrawalId: id }),
    onSuccess: () => queries.invalidateQueries({ queryKey: INVITE_KEY }),
    onError: (error) => showMessage('error', failureText(error)),
  })
  if (missedAt !== null) return <p className={css.detail}>{t('reported')}</p>
  if (!canReport) return null
  return (
    <ActionButton tone="quiet" busy={isPending} onClick={() => mutate()}>
      {t('notReceived')}
    </ActionButton>
  )
}
