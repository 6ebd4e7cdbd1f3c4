import type { Line } from '../../../contract/lines.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { failureText } from '../../../ui/words/failure-text.ts'
import { useWords } from '../../words/language.ts'
import { SheetLine } from './sheet-line.tsx'

type Props = {
  line: Line
  text: string
  label: string
  action: { mutate: (line: Line) => void; isPending: boolean; error: Error | null }
  isDanger?: boolean
  onBack: () => void
}

/** Says what will stop working, before it does. */
export function ConfirmStep({ line, text, label, action, isDanger = false, onBack }: Props) {
  const t = useWords('line-list')
  return (
    <div className="gap3">
      <SheetLine line={line} />
      <p className="soft">{text}</p>
      {action.error ? <Callout tone="bad">{failureText(action.error)}</Callout> : null}
      <ActionButton
        fill
        tone={isDanger ? 'danger' : 'main'}
        busy={action.isPending}
        onClick={() => action.mutate(line)}
      >
        {label}
      </ActionButton>
      <ActionButton fill tone="quiet" onClick={onBack}>
        {t('back')}
      </ActionButton>
    </div>
  )
}
