import { useQueryClient } from '@tanstack/react-query'

import { consoleApi } from '../../../contract/console/api.ts'
import type { PlatformOverview } from '../../../contract/console/platform.ts'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { Guide, type GuideStep } from '../../features/show/guide.tsx'
import { call } from '../../session/call.ts'
import { useMay } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'

/** First steps of a new platform, in the order they depend on each other, until somebody puts them away. */
export function BeginningCard({ steps }: { steps: NonNullable<PlatformOverview['beginning']> }) {
  const t = useWords('platform')
  const may = useMay()
  const client = useQueryClient()
  const done = (isDone: boolean) => (isDone ? ('done' as const) : ('open' as const))
  const rows: GuideStep[] = [
    { state: done(steps.hasMerchant), text: t('stepMerchant'), reason: t('whyMerchant'), to: '/merchants' },
    { state: done(steps.hasPackages), text: t('stepPackages'), reason: t('whyPackages'), to: '/packages' },
    { state: done(steps.hasPrices), text: t('stepPrices'), reason: t('whyPrices'), to: '/price-lists' },
    { state: done(steps.hasNode), text: t('stepNode'), reason: t('whyNode'), to: '/nodes' },
    { state: done(steps.hasReseller), text: t('stepReseller'), reason: t('whyReseller'), to: '/resellers' },
    { state: done(steps.hasOnline), text: t('stepOnline'), reason: t('whyOnline'), to: '/resellers' },
    { state: done(steps.hasSold), text: t('stepSold'), reason: t('whySold') },
  ]
  function dismiss(): void {
    call(consoleApi.platform.dismissGuide, {}).then(
      () => client.invalidateQueries({ queryKey: [consoleApi.platform.overview.path] }),
      (error: unknown) => showMessage('error', failureText(error)),
    )
  }
  return (
    <Guide
      title={t('beginning')}
      text={t('beginningText')}
      steps={rows}
      onDismiss={may('packages.write') ? dismiss : null}
    />
  )
}
