import type { ReactNode } from 'react'

import type { Line } from '../../../contract/lines.ts'
import { Panes } from '../../../ui/components/panes.tsx'
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
  /** The list. */
  children: ReactNode
}

const titles = { move: 'moveTitle', rotate: 'rotateTitle', uninstall: 'uninstallTitle' } as const

/** Everything about one line, beside the list or in a sheet; a question replaces its content and then restores it. */
export function LinePanes({ line, step, actions, onStep, onClose, children }: Props) {
  const t = useWords('line-list')
  const base = useWords('base')
  const back = () => {
    for (const action of [actions.move, actions.rotate, actions.uninstall]) action.reset()
    onStep('details')
  }
  return (
    <Panes
      detail={
        line ? (
          <StepRoom key={line.id} step={step}>
            {step === 'details' ? <LineDetails line={line} onStep={onStep} /> : null}
            {step === 'move' ? <MoveStep line={line} move={actions.move} onBack={back} /> : null}
            {step === 'rotate' ? (
              <ConfirmStep
                line={line}
                text={t('rotateText')}
                label={t('rotateNow')}
                action={actions.rotate}
                onBack={back}
              />
            ) : null}
            {step === 'uninstall' ? (
              <ConfirmStep
                line={line}
                text={t('uninstallText')}
                label={t('uninstallNow')}
                action={actions.uninstall}
                isDanger
                onBack={back}
              />
            ) : null}
          </StepRoom>
        ) : null
      }
      title={step === 'details' ? (line?.nodeName ?? '') : t(titles[step])}
      closeLabel={base('close')}
      onClose={onClose}
      wide={step === 'details'}
    >
      {children}
    </Panes>
  )
}
