import { limits } from '../../../contract/limits.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { Rows } from '../../../ui/components/rows.tsx'
import { Sheet } from '../../../ui/components/sheet.tsx'
import { failureText } from '../../../ui/words/failure-text.ts'
import { useWords } from '../../words/language.ts'
import { momentText } from '../../../ui/words/moment-text.ts'
import { useKnownInfo } from '../../state/known-info.ts'
import { useFreeze } from './freeze-state.ts'
import { useNow } from '../../../ui/components/use-now.ts'
import { useSpanText } from './use-span-text.ts'

export function PauseSheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useWords('freeze-account')
  const base = useWords('base')
  return (
    <Sheet opened={opened} onClose={onClose} title={t('pauseAsk')} closeLabel={base('close')}>
      <PauseForm onDone={onClose} />
    </Sheet>
  )
}

/** Its own component, so that it counts from the moment the sheet opens. */
function PauseForm({ onDone }: { onDone: () => void }) {
  const t = useWords('freeze-account')
  const spanText = useSpanText()
  const expiresAt = useKnownInfo((info) => info.expiresAt)
  const { mutate, isPending, error } = useFreeze('pause', t('pausedNow'), onDone)
  const nowMs = useNow()
  const rows = [
    ...(expiresAt ? [{ name: t('keptTime'), value: spanText((Date.parse(expiresAt) - nowMs) / 1000) }] : []),
    { name: t('earliest'), value: momentText(nowMs + limits.pauseMinMs) },
    { name: t('latest'), value: momentText(nowMs + limits.pauseMaxMs) },
  ]
  return (
    <div className="gap4">
      <Rows rows={rows} />
      {error ? <Callout tone="bad">{failureText(error)}</Callout> : null}
      <ActionButton fill busy={isPending} onClick={() => mutate()}>
        {t('pauseNow')}
      </ActionButton>
    </div>
  )
}
