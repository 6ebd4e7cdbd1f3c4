import type { Line } from '../../../contract/lines.ts'
import { reasonWords } from '../../features/lines/reason-words.ts'
import { useWords } from '../../words/language.ts'
import type { nextStepOf } from './next-step.ts'

type Props = { line: Pick<Line, 'nodeReason'>; step: NonNullable<ReturnType<typeof nextStepOf>> }

/** What is wrong with a line; of a node that is down also why. */
export function StepText({ line, step }: Props) {
  const t = useWords('line-list')
  if (step.text !== 'downText') return t(step.text)
  return t('downText', { reason: t(reasonWords[line.nodeReason ?? 'silent']) })
}
