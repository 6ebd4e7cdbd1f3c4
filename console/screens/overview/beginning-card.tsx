import type { Overview } from '../../../contract/console/overview.ts'
import { Section } from '../../features/show/section.tsx'
import { StepList } from '../../features/show/step-list.tsx'
import { useWords } from '../../words/language.ts'

/** Steps of a new agency until its first sale. */
export function BeginningCard({ steps }: { steps: NonNullable<Overview['beginning']> }) {
  const t = useWords('overview')
  const rows = [
    { isDone: steps.hasPrices, text: t('stepPrices'), to: '/prices' },
    { isDone: steps.hasBrand, text: t('stepBrand'), to: '/brand' },
    { isDone: steps.hasCards, text: t('stepCards'), to: '/cards' },
    { isDone: steps.hasUser, text: t('stepUser'), to: '/brand' },
    { isDone: steps.hasDomain, text: t('stepDomain'), to: '/brand' },
  ]
  return (
    <Section title={t('beginning')} text={steps.isApproved ? t('beginningOnline') : t('beginningWaits')}>
      <StepList steps={rows} done={t('done')} />
    </Section>
  )
}
