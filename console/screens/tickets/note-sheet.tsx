import { consoleApi } from '../../../contract/console/api.ts'
import { limits } from '../../../contract/limits.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { useIntentKey } from '../../../ui/forms/use-intent-key.ts'
import { EditRoom } from '../../features/form/edit-room.tsx'
import { EditSheet } from '../../features/form/edit-sheet.tsx'
import { Textarea } from '../../features/form/fields.tsx'
import { useKeptDraft } from '../../features/form/kept-draft.ts'
import { BackAgain, useKeptWords } from '../../features/form/kept-words.tsx'
import items from '../../features/show/item-rows.module.css'
import { useRun } from '../../features/show/use-run.ts'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import css from './desk.module.css'

const EMPTY = { text: '' }
type Props = { ticketId: number; onClose: () => void; onDone: () => Promise<void> }

/** A sheet of its own, so that nobody sends the user what is for colleagues. */
export function NoteSheet({ ticketId, onClose, onDone }: Props) {
  const t = useWords('tickets')
  const base = useWords('base')
  return (
    <EditSheet opened onClose={onClose} title={t('note')} closeLabel={base('close')}>
      <Note ticketId={ticketId} onClose={onClose} onDone={onDone} />
    </EditSheet>
  )
}

function Note({ ticketId, onClose, onDone }: Props) {
  const t = useWords('tickets')
  const { draft, setDraft, isBack, isChanged, forget } = useKeptDraft(`ticket note ${ticketId}`, EMPTY)
  const { busy, failure, run, room } = useRun()
  const intentKey = useIntentKey()
  const save = () =>
    run(async () => {
      const wish = { ticketId, text: draft.text }
      await call(consoleApi.tickets.note, { ...wish, key: intentKey.of(wish) })
      intentKey.settle()
      forget()
      showMessage('success', t('noteSaved'))
      await onDone()
      onClose()
    })
  return (
    <div className={css.sheet}>
      <p className={items.soft}>{t('noteText')}</p>
      <EditRoom unsaved={isChanged} say={useKeptWords()} {...room}>
        {isBack && isChanged ? <BackAgain onClear={forget} /> : null}
        <Textarea
          name="text"
          label={t('noteLabel')}
          autosize
          minRows={3}
          maxRows={10}
          maxLength={limits.ticketNoteMax}
          value={draft.text}
          onChange={(event) => setDraft({ text: event.currentTarget.value })}
        />
      </EditRoom>
      {failure === null ? null : <Callout tone="bad">{failure}</Callout>}
      <ActionButton fill busy={busy} disabled={draft.text.trim() === ''} onClick={() => void save()}>
        {t('saveNote')}
      </ActionButton>
    </div>
  )
}
