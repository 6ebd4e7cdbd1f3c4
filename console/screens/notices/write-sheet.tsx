import { type Dispatch, type SetStateAction, useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { EditRoom, useProblems } from '../../features/form/edit-room.tsx'
import { EditSheet } from '../../features/form/edit-sheet.tsx'
import { Checkbox } from '../../features/form/fields.tsx'
import { useKeptDraft } from '../../features/form/kept-draft.ts'
import { BackAgain, useKeptWords } from '../../features/form/kept-words.tsx'
import { MomentField } from '../../features/form/moment-field.tsx'
import { NoticeTexts } from '../../features/form/notice-texts.tsx'
import { hasFirstText } from '../../features/form/texts-input.ts'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import { audienceOf, EMPTY, hasAudience, inputOf, type Draft } from './notice-draft.ts'
import css from './notices.module.css'
import { Reading, usePreview } from './reading.tsx'
import { type FieldProps, To } from './to-fields.tsx'
import { ToMe } from './to-me.tsx'

type Props = { onClose: () => void; onDone: () => void }

/** The editor on the left, the users' view on the right. The button says when the notice goes out. */
export function WriteSheet({ onClose, onDone }: Props) {
  const t = useWords('notices')
  const base = useWords('base')
  const { draft, setDraft, isBack, isChanged, forget } = useKeptDraft<Draft>('notice', EMPTY)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const problems = useProblems()
  const say = useKeptWords()
  const set = setter(setDraft)
  async function publish(): Promise<void> {
    setBusy(true)
    setFailure(null)
    try {
      await call(consoleApi.notices.publish, inputOf(draft))
      showMessage('success', t(draft.at === '' ? 'published' : 'scheduled'))
      forget()
      onDone()
      onClose()
    } catch (error) {
      setFailure(problems.refuse(error))
    } finally {
      setBusy(false)
    }
  }
  const { title, body } = draft.texts[draft.language]
  const audience = hasAudience(draft) ? audienceOf(draft) : null
  const preview = usePreview(body, audience)
  return (
    <EditSheet opened onClose={onClose} title={t('write')} closeLabel={base('close')} wide>
      <div className={css.sheet}>
        <div className={css.fields}>
          <EditRoom unsaved={isChanged} say={say} isSending={busy} problems={problems}>
            {isBack && isChanged ? <BackAgain onClear={forget} /> : null}
            <NoticeTexts
              texts={draft.texts}
              language={draft.language}
              onLanguage={(language) => set({ language })}
              onChange={(texts) => set({ texts })}
            />
            <To draft={draft} set={set} />
            <Times draft={draft} set={set} />
          </EditRoom>
        </div>
        <Reading title={title} preview={preview} isAddressed={audience !== null} />
        <div className={css.end}>
          {failure === null ? null : <Callout tone="bad">{failure}</Callout>}
          <div className={css.goRow}>
            {/* The text of the language that is open. */}
            <ToMe
              disabled={title.trim() === '' || body.trim() === ''}
              send={() => call(consoleApi.notices.sendToMe, { title: title.trim(), body })}
              onFail={(error) => setFailure(problems.refuse(error))}
            />
            <ActionButton
              fill
              busy={busy}
              disabled={!hasFirstText(draft.texts) || !hasAudience(draft)}
              onClick={() => void publish()}
            >
              {goText(t, draft, preview?.people)}
            </ActionButton>
          </div>
        </div>
      </div>
    </EditSheet>
  )
}

/** The button says how many it goes to, before it goes. */
function goText(t: ReturnType<typeof useWords<'notices'>>, draft: Draft, people: number | undefined): string {
  if (people === undefined || !hasAudience(draft)) return t('publishNow')
  return t(draft.at === '' ? 'publishTo' : 'publishLaterTo', { count: people })
}

const setter = (change: Dispatch<SetStateAction<Draft>>) => (part: Partial<Draft>) =>
  change((draft) => ({ ...draft, ...part }))

function Times({ draft, set }: FieldProps) {
  const t = useWords('notices')
  return (
    <>
      <div className={css.pair}>
        <MomentField
          name="publishAt"
          label={t('at')}
          hint={t('atHint')}
          value={draft.at}
          onChange={(at) => set({ at })}
        />
        <MomentField
          name="expiresAt"
          label={t('until')}
          hint={t('untilHint')}
          value={draft.until}
          onChange={(until) => set({ until })}
        />
      </div>
      <Checkbox
        name="isPinned"
        label={t('pin')}
        checked={draft.isPinned}
        onChange={(event) => set({ isPinned: event.currentTarget.checked })}
      />
    </>
  )
}
