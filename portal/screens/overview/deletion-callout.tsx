import { useMutation, useQueryClient } from '@tanstack/react-query'

import { api } from '../../../contract/api.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { Warning } from '../../../ui/components/warning.tsx'
import { call } from '../../../ui/http/client.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { momentText } from '../../../ui/words/moment-text.ts'
import { refreshAccount } from '../../session/refresh-account.ts'
import { useWords } from '../../words/language.ts'

/**
 * Nobody should lose an account by surprise: somebody else, or the reader long ago, may have requested the deletion.
 */
export function DeletionCallout({ deleteAfter }: { deleteAfter: string }) {
  const t = useWords('user')
  const queries = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(api.accounts.keep, {}),
    onSuccess: async () => {
      showMessage('success', t('accountKept'))
      await refreshAccount(queries)
    },
    onError: (error) => showMessage('error', failureText(error)),
  })
  return (
    <Warning title={t('deletionTitle')} text={<p>{t('deletionText', { time: momentText(deleteAfter) })}</p>}>
      <ActionButton tone="quiet" busy={isPending} onClick={() => mutate()}>
        {t('keepAccount')}
      </ActionButton>
    </Warning>
  )
}
