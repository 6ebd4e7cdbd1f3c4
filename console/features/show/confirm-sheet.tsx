import { type ReactNode, useState } from 'react'

import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { useWords } from '../../words/language.ts'
import { EditRoom, useProblems } from '../form/edit-room.tsx'
import { EditSheet } from '../form/edit-sheet.tsx'
import css from './confirm-sheet.module.css'

type Props = {
  opened: boolean
  onClose: () => void
  title: string
  /** What will happen, and to whom. */
  children: ReactNode
  /** Text of the button, with the amount if money moves: 送 3 天，付 ¥4.10. */
  button: string
  tone?: 'main' | 'danger'
  /** The action cannot be undone: the sheet says so. */
  isFinal?: boolean
  /** Something required is still missing. */
  disabled?: boolean
  /** May throw ApiError: its message then appears above the button, and the sheet stays open. */
  act: () => Promise<void>
}

/** Asks before an action. The member sees what it does and what it costs. */
export function ConfirmSheet(props: Props) {
  const { opened, onClose, title, children, button, tone = 'main', isFinal = false, disabled = false, act } = props
  const t = useWords('base')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const problems = useProblems()
  const close = () => {
    setFailure(null)
    problems.clear()
    onClose()
  }
  async function go(): Promise<void> {
    setBusy(true)
    setFailure(null)
    problems.clear()
    try {
      await act()
      onClose()
    } catch (error) {
      setFailure(problems.refuse(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <EditSheet opened={opened} onClose={close} title={title} closeLabel={t('close')}>
      <div className={css.stack}>
        <div className={css.text}>
          <EditRoom isSending={busy} problems={problems}>
            {children}
          </EditRoom>
        </div>
        {isFinal ? <p className={css.final}>{t('cannotUndo')}</p> : null}
        {failure === null ? null : <Callout tone="bad">{failure}</Callout>}
        <ActionButton tone={tone} fill busy={busy} disabled={disabled} onClick={() => void go()}>
          {button}
        </ActionButton>
        <ActionButton tone="quiet" fill onClick={close}>
          {t('cancel')}
        </ActionButton>
      </div>
    </EditSheet>
  )
}
