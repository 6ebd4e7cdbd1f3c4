import { useMutation } from '@tanstack/react-query'

import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Card } from '../../../ui/components/card.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { downloadOwnData } from '../../session/own-data.ts'
import { useWords } from '../../words/language.ts'
import css from './own-data.module.css'

export function ExportCard() {
  const t = useWords('change-password')
  const { mutate, isPending } = useMutation({
    mutationFn: downloadOwnData,
    onError: (error) => showMessage('error', failureText(error)),
  })
  return (
    <Card title={t('exportTitle')}>
      <p className="soft">{t('exportText')}</p>
      <div className={css.action}>
        <ActionButton tone="quiet" icon="download" busy={isPending} onClick={() => mutate()}>
          {t('exportNow')}
        </ActionButton>
      </div>
    </Card>
  )
}
