import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import type { ShownUser } from '../../../contract/console/user-fields.ts'
import { limits } from '../../../contract/limits.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { recordText } from '../../../ui/words/date-text.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { Textarea } from '../../features/form/fields.tsx'
import items from '../../features/show/item-rows.module.css'
import { Section } from '../../features/show/section.tsx'
import { useReloadUser } from '../../features/user/use-user.ts'
import { call } from '../../session/call.ts'
import { useMay } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import css from './user.module.css'

/** What colleagues wrote, and room for more. */
export function NotesPart({ user }: { user: ShownUser }) {
  const t = useWords('user')
  const may = useMay()
  const reload = useReloadUser(user.id)
  const [body, setBody] = useState('')
  const [busy, setBusy] = useState(false)
  async function add(): Promise<void> {
    setBusy(true)
    try {
      await call(consoleApi.user.note, { id: user.id, body })
      setBody('')
      await reload()
    } catch (error) {
      showMessage('error', failureText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Section title={t('notes')}>
      {may('users.help') ? (
        <div className="gap3">
          <Textarea
            name="body"
            aria-label={t('notes')}
            placeholder={t('noteHint')}
            value={body}
            maxLength={limits.noteMax}
            autosize
            minRows={2}
            onChange={(event) => setBody(event.currentTarget.value)}
          />
          <ActionButton tone="quiet" busy={busy} disabled={body.trim() === ''} onClick={() => void add()}>
            {t('noteAdd')}
          </ActionButton>
        </div>
      ) : null}
      {user.notes.length === 0 ? (
        <p className={items.soft}>{t('noNotes')}</p>
      ) : (
        <ul className={items.list}>
          {user.notes.map((note) => (
            <li key={note.id} className={items.line}>
              <span className={items.words}>
                <span className={css.note}>{note.body}</span>
                <span className={items.soft}>
                  {note.author} · {recordText(note.at)}
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
