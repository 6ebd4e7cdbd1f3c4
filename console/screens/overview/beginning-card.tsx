import { useQueryClient } from '@tanstack/react-query'

import { consoleApi } from '../../../contract/console/api.ts'
import type { Overview } from '../../../contract/console/overview.ts'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { QrCode } from '../../../ui/qr/qr-code.tsx'
import { failureText } from '../../../ui/words/failure-text.ts'
import { PosterButtons } from '../../features/poster/poster-buttons.tsx'
import { CopyButton } from '../../features/show/copy-button.tsx'
import { Guide, type GuideStep } from '../../features/show/guide.tsx'
import { TextButton } from '../../features/show/text-button.tsx'
import { call } from '../../session/call.ts'
import { useMay } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import css from './overview.module.css'

type Steps = NonNullable<Overview['beginning']>

/** First steps of a new reseller, with what each needs right here, until somebody puts them away. */
export function BeginningCard({ steps }: { steps: Steps }) {
  const t = useWords('overview')
  const may = useMay()
  const take = useTakeStep()
  const canMove = may('brand.write')
  const done = (isDone: boolean) => (isDone ? ('done' as const) : ('open' as const))
  const rows: GuideStep[] = [
    {
      state: done(steps.hasPrices),
      text: t('stepPrices'),
      reason: t('whyPrices'),
      to: '/prices',
      children: canMove ? <TextButton onClick={() => take('prices-seen')}>{t('pricesRight')}</TextButton> : null,
    },
    { state: done(steps.hasBrand), text: t('stepBrand'), reason: t('whyBrand'), to: '/brand' },
    { state: done(steps.hasFunds), text: t('stepFunds'), reason: t('whyFunds'), to: '/money' },
    { state: done(steps.hasCards), text: t('stepCards'), reason: t('whyCards'), to: '/cards' },
    {
      state: done(steps.hasUser),
      text: t('stepUser'),
      reason: t('whyUser'),
      children: <Share link={steps.link} />,
    },
    { state: steps.isApproved ? 'done' : 'waits', text: t('stepApproval'), reason: t('whyApproval') },
    { state: done(steps.hasDomain), text: t('stepDomain'), reason: t('whyDomain'), to: '/brand' },
  ]
  return (
    <Guide
      title={t(steps.hasSold ? 'beginningSold' : 'beginning')}
      text={t(steps.isApproved ? 'beginningOnline' : 'beginningWaits')}
      steps={rows}
      onDismiss={canMove ? () => take('dismissed') : null}
    />
  )
}

/** Where users register: to copy at a desk, to show on a phone. */
function Share({ link }: { link: string }) {
  const t = useWords('overview')
  return (
    <div className={css.share}>
      <QrCode text={link} label={t('linkQr')} />
      <div className={css.linkPart}>
        <p className={css.link}>
          <span>{link}</span>
          <CopyButton text={link} label={t('copyLink')} />
        </p>
        <PosterButtons link={link} />
      </div>
    </div>
  )
}

function useTakeStep() {
  const client = useQueryClient()
  return (step: 'prices-seen' | 'dismissed') => {
    call(consoleApi.overview.guide, { step }).then(
      () => client.invalidateQueries({ queryKey: ['overview'] }),
      (error: unknown) => showMessage('error', failureText(error)),
    )
  }
}
