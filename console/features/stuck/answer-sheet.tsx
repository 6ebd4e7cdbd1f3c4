import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import type { StuckPayment } from '../../../contract/console/confirm.ts'
import { Segments } from '../../../ui/components/segments.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import { ConfirmSheet } from '../show/confirm-sheet.tsx'
import { WhatFor } from './what-for.tsx'

type Props = { row: StuckPayment; isPlatform: boolean; onClose: () => void; onDone: () => void }

/** The second person. */
export function AnswerSheet({ row, isPlatform, onClose, onDone }: Props) {
  const t = useWords('stuck')
  const [answer, setAnswer] = useState<'right' | 'drop'>('right')
  const { answer: route } = isPlatform ? consoleApi.platformStuckPayments : consoleApi.stuckPayments
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t('answerTitle', { name: row.askedBy ?? '' })}
      button={t(answer === 'right' ? 'answerRight' : 'answerDrop')}
      tone={answer === 'right' ? 'main' : 'danger'}
      act={async () => {
        await call(route, { confirmationId: row.confirmationId!, isRight: answer === 'right' })
        showMessage('success', t(answer === 'right' ? 'confirmed' : 'dropped'))
        onDone()
      }}
    >
      <p>{t('answerText')}</p>
      <WhatFor row={row} />
      <Segments
        label={t('answer')}
        value={answer}
        options={[
          { value: 'right', label: t('answerRight') },
          { value: 'drop', label: t('answerDrop') },
        ]}
        onChange={setAnswer}
      />
    </ConfirmSheet>
  )
}
