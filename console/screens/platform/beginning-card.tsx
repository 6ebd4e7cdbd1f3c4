import type { PlatformOverview } from '../../../contract/console/platform.ts'
import { Section } from '../../features/show/section.tsx'
import { StepList } from '../../features/show/step-list.tsx'
import { useWords } from '../../words/language.ts'

/** Steps of a new platform until its first sale, in the order they depend on each other. */
export function BeginningCard({ steps }: { steps: NonNullable<PlatformOverview['beginning']> }) {
  const t = useWords('platform')
  const rows = [
    { isDone: steps.hasMerchant, text: t('stepMerchant'), to: '/merchants' },
    { isDone: steps.hasPackages, text: t('stepPackages'), to: '/packages' },
    { isDone: steps.hasPrices, text: t('stepPrices'), to: '/price-lists' },
    { isDone: steps.hasNode, text: t('stepNode'), to: '/nodes' },
    { isDone: steps.hasReseller, text: t('stepReseller'), to: '/resellers' },
  ]
  return (
    <Section title={t('beginning')} text={t('beginningText')}>
      <StepList steps={rows} done={t('done')} />
    </Section>
  )
}
