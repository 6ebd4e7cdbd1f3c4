import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { Card } from '../../../ui/components/card.tsx'
import { Rows } from '../../../ui/components/rows.tsx'
import { useNow } from '../../../ui/components/use-now.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { momentText } from '../../../ui/words/moment-text.ts'
import { useFreeze } from '../../features/account/use-freeze.ts'
import { useWords } from '../../words/language.ts'
import css from './freeze-account.module.css'
import { type FreezeState, useSpanText } from './freeze-state.ts'

export function ResumeCard({ freeze }: { freeze: FreezeState }) {
  const t = useWords('freeze-account')
  const spanText = useSpanText()
  const nowMs = useNow()
  const { pausedAt, resumeFrom, until, undoUntil } = freeze
  const canUndo = undoUntil !== null && nowMs < Date.parse(undoUntil)
  const { mutate, isPending, error } = useFreeze('resume', t(canUndo ? 'undoneNow' : 'resumedNow'))
  const waits = !canUndo && resumeFrom !== null && nowMs < Date.parse(resumeFrom)
  const moments = [
    { name: t('pausedSince'), at: pausedAt },
    { name: t('earliest'), at: resumeFrom },
    { name: t('latest'), at: until },
  ]
  return (
    <Card title={t('resumeTitle')}>
      <p className={css.intro}>{t('resumeIntro')}</p>
      <Rows rows={moments.flatMap(({ name, at }) => (at === null ? [] : [{ name, value: momentText(at) }]))} />
      <div className={css.action}>
        {canUndo ? (
          <p className="soft">{t('undoIn', { span: spanText((Date.parse(undoUntil) - nowMs) / 1000) })}</p>
        ) : null}
        {waits ? (
          <p className="soft">{t('resumeIn', { span: spanText((Date.parse(resumeFrom) - nowMs) / 1000) })}</p>
        ) : null}
        {error ? <Callout tone="bad">{failureText(error)}</Callout> : null}
        <ActionButton disabled={waits} busy={isPending} onClick={() => mutate()}>
          {t(canUndo ? 'undo' : 'resume')}
        </ActionButton>
      </div>
    </Card>
  )
}
