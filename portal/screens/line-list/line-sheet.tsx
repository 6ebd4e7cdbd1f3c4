import { useState } from 'react'

import type { Line } from '../../../contract/lines.ts'
import { Sheet } from '../../../ui/components/sheet.tsx'
import { StepRoom } from '../../../ui/components/step-room.tsx'
import { useWords } from '../../words/language.ts'
import { ConfirmStep } from './confirm-step.tsx'
import { type Step, LineDetails } from './line-details.tsx'
import { MoveStep } from './move-step.tsx'
import type { LineActions } from './use-line-actions.ts'

type Props = {
  line: Line | null
  step: Step
  actions: LineActions
  onStep: (step: Step) => void
  onClose: () => void
}

const titles = { move: 'moveTitle', rotate: 'rotateTitle', uninstall: 'uninstallTitle' } as const

/** One sheet for everything about a line; a question replaces its content and then restores it. */
export function LineSheet({ line, step, actions, onStep, onClose }: Props) {
  const t = useWords('line-list')
  const base = useWords('base')
  // Keeps showing the last line while the sheet slides away, even if the line was just removed.
  const [last, setLast] = useState<Line | null>(null)
  if (line && line !== last) setLast(line)
  const shown = line ?? last
  if (!shown) return null
  const back = () => {
    for (const action of [actions.move, actions.rotate, actions.uninstall]) action.reset()
    onStep('details')
  }
  const title = step === 'details' ? shown.nodeName : t(titles[step])
  return (
    <Sheet opened={line !== null} onClose={onClose} title={title} closeLabel={base('close')} wide={step === 'details'}>
      <StepRoom step={step}>
        {step === 'details' ? <LineDetails line={shown} onStep={onStep} /> : null}
        {step === 'move' ? <MoveStep line={shown} move={actions.move} onBack={back} /> : null}
        {step === 'rotate' ? (
          <ConfirmStep
            line={shown}
            text={t('rotateText')}
            label={t('rotateNow')}
            action={actions.rotate}
            onBack={back}
          />
        ) : null}
        {step === 'uninstall' ? (
          <ConfirmStep
            line={shown}
            text={t('uninstallText')}
            label={t('uninstallNow')}
            action={actions.uninstall}
            isDanger
            onBack={back}
          />
        ) : null}
      </StepRoom>
    </Sheet>
  )
}
