import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import type { ShownUser } from '../../../contract/console/user-fields.ts'
import { limits } from '../../../contract/limits.ts'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { useIntentKey } from '../../../ui/forms/use-intent-key.ts'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import { Textarea, TextInput } from '../form/fields.tsx'
import { ConfirmSheet } from '../show/confirm-sheet.tsx'

type Props = { user: ShownUser; first?: { title: string; body: string }; onClose: () => void }

const EMPTY = { title: '', body: '' }

/** A message to this user alone, which the user finds at the bell. `first`: what stands in it at first. */
export function MessageSheet({ user, first = EMPTY, onClose }: Props) {
  const t = useWords('user')
  const key = useIntentKey()
  const [title, setTitle] = useState(first.title)
  const [body, setBody] = useState(first.body)
  const send = async () => {
    const input = { id: user.id, title: title.trim(), body: body.trim() }
    await call(consoleApi.user.message, { ...input, key: key.of(input) })
    key.settle()
    showMessage('success', t('messageSent'))
  }
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t('messageTitle', { name: user.userName })}
      button={t('messageButton')}
      act={send}
    >
      <div className="gap3">
        <TextInput
          name="title"
          label={t('messageSubject')}
          value={title}
          maxLength={limits.noticeTitleMax}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <Textarea
          name="body"
          label={t('messageBody')}
          value={body}
          maxLength={limits.noticeBodyMax}
          autosize
          minRows={4}
          maxRows={10}
          onChange={(event) => setBody(event.currentTarget.value)}
        />
      </div>
    </ConfirmSheet>
  )
}
