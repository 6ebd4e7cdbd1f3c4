import { useMutation, useQueryClient } from '@tanstack/react-query'

import { api } from '../../../contract/api.ts'
import { ActionButton } from '../../components/action-button.tsx'
import { Icon } from '../../components/icon.tsx'
import { call } from '../../http/client.ts'
import { failureText } from '../../locales/failure-text.ts'
import { useWords } from '../../locales/language.ts'
import { momentText } from '../../locales/moment-text.ts'
import { refreshAccount } from '../../session/refresh-account.ts'
import { showMessage } from '../../state/notices.ts'
import css from './deletion-notice.module.css'

/** Nobody shall lose an account that somebody else, or an old wish of one's own, is about to delete. */
export function DeletionNotice({ deleteAfter }: { deleteAfter: string }) {
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
    <section className={css.notice} aria-label={t('deletionTitle')}>
      <Icon name="warning" size={24} />
      <div className={css.words}>
        <p className={css.title}>{t('deletionAt', { time: momentText(deleteAfter) })}</p>
        <p>{t('deletionText')}</p>
      </div>
      <ActionButton busy={isPending} onClick={() => mutate()}>
        {t('keepAccount')}
      </ActionButton>
    </section>
  )
}
