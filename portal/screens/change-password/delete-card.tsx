import { Skeleton } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { api } from '../../../contract/api.ts'
import { limits } from '../../../contract/limits.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Card } from '../../../ui/components/card.tsx'
import { call } from '../../../ui/http/client.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { useWords } from '../../words/language.ts'
import { momentText } from '../../../ui/words/moment-text.ts'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { DeleteSheet } from './delete-sheet.tsx'
import { DELETION_KEY, useDeletion } from './deletion-state.ts'
import css from './own-data.module.css'

export function DeleteCard() {
  const t = useWords('change-password')
  const base = useWords('base')
  const { data, error, refetch, isFetching } = useDeletion()
  return (
    <Card title={t('deleteTitle')}>
      {data ? <Deletion deleteAfter={data.deleteAfter} /> : null}
      {!data && error ? (
        <>
          <p className={css.text}>{failureText(error)}</p>
          <div className={css.action}>
            <ActionButton tone="quiet" busy={isFetching} onClick={() => void refetch()}>
              {base('retry')}
            </ActionButton>
          </div>
        </>
      ) : null}
      {!data && !error ? <Skeleton height={104} radius="md" /> : null}
    </Card>
  )
}

function Deletion({ deleteAfter }: { deleteAfter: string | null }) {
  const t = useWords('change-password')
  const [asking, setAsking] = useState(false)
  const days = limits.deletionDelayMs / 86_400_000
  return (
    <>
      {deleteAfter === null ? (
        <>
          <p className={css.text}>{t('deleteText', { days })}</p>
          <div className={css.action}>
            <ActionButton tone="dangerQuiet" onClick={() => setAsking(true)}>
              {t('deleteNow')}
            </ActionButton>
          </div>
        </>
      ) : (
        <Pending deleteAfter={deleteAfter} />
      )}
      <DeleteSheet opened={asking} onClose={() => setAsking(false)} />
    </>
  )
}

function Pending({ deleteAfter }: { deleteAfter: string }) {
  const t = useWords('change-password')
  const queries = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(api.accounts.keep, {}),
    onSuccess: () => {
      queries.setQueryData(DELETION_KEY, { deleteAfter: null })
      showMessage('success', t('kept'))
    },
    onError: (error) => showMessage('error', failureText(error)),
  })
  return (
    <>
      <p className={css.pending}>{t('deletePending', { time: momentText(deleteAfter) })}</p>
      <p className={css.text}>{t('deletePendingText')}</p>
      <div className={css.action}>
        <ActionButton busy={isPending} onClick={() => mutate()}>
          {t('keep')}
        </ActionButton>
      </div>
    </>
  )
}
