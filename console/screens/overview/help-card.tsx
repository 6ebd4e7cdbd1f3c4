import type { Overview } from '../../../contract/console/overview.ts'
import { Rows } from '../../../ui/components/rows.tsx'
import { Section } from '../../features/show/section.tsx'
import { useWords } from '../../words/language.ts'

const HOUR_MINUTES = 60
/** A longer time is told in hours alone: nobody needs its minutes. */
const MINUTES_SHOWN = 2 * HOUR_MINUTES

/** How soon users were answered, and how many were helped. */
export function HelpCard({ help: { solved, firstAnswerMinutes } }: { help: NonNullable<Overview['help']> }) {
  const t = useWords('overview')
  const first = (minutes: number) =>
    minutes < MINUTES_SHOWN
      ? t('helpMinutes', { minutes })
      : t('helpHours', { hours: Math.round(minutes / HOUR_MINUTES) })
  return (
    <Section title={t('help')}>
      <Rows
        rows={[
          { name: t('helpSolved'), value: t('helpCount', { count: solved }) },
          { name: t('helpFirst'), value: firstAnswerMinutes === null ? t('helpNone') : first(firstAnswerMinutes) },
        ]}
      />
    </Section>
  )
}
