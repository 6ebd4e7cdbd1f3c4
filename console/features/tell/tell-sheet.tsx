import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { useIntentKey } from '../../../ui/forms/use-intent-key.ts'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import { Textarea } from '../form/fields.tsx'
import { ConfirmSheet } from '../show/confirm-sheet.tsx'

const TEXT_MAX = 500

export type About = ({ nodeId: number } | { accountId: number }) & { name: string }
type Props = {
  /** Null: a word in general. */
  about: About | null
  /** Another way to reach the operator; null when none is set. */
  contact?: string | null
  onClose: () => void
}

/** A word to the platform's team. */
export function TellSheet({ about, contact = null, onClose }: Props) {
  const t = useWords('tell')
  const key = useIntentKey()
  const [text, setText] = useState('')
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={about === null ? t('title') : t('titleAbout', { name: about.name })}
      button={t('send')}
      disabled={text.trim() === ''}
      act={async () => {
        const { name: _, ...id } = about ?? { name: '' }
        const word = { ...id, text: text.trim() }
        await call(consoleApi.network.tell, { ...word, key: key.of(word) })
        key.settle()
        showMessage('success', t('sent'))
      }}
    >
      <p>{t('text')}</p>
      <Textarea
        name="text"
        label={t('label')}
        placeholder={t('hint')}
        maxLength={TEXT_MAX}
        autosize
        minRows={3}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {contact === null ? null : <p>{t('contact', { contact })}</p>}
    </ConfirmSheet>
  )
}
