import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'

import { consoleApi } from '../../../contract/console/api.ts'
import type { Overview } from '../../../contract/console/overview.ts'
import type { Permission } from '../../../contract/permissions.ts'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { QrCode } from '../../../ui/qr/qr-code.tsx'
import { failureText } from '../../../ui/words/failure-text.ts'
import { PosterButtons } from '../../features/poster/poster-buttons.tsx'
import { CopyButton } from '../../features/show/copy-button.tsx'
import { Guide, type GuideStep } from '../../features/show/guide.tsx'
import { useMayGo } from '../../features/show/may-go.ts'
import { TextButton } from '../../features/show/text-button.tsx'
import { call } from '../../session/call.ts'
import { useMay } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import css from './overview.module.css'

type Steps = NonNullable<Overview['beginning']>

/**
 * First steps of a new reseller, with what each needs right here; from the first sale on one line of those that are left.
 * Each is shown to members who may take it, until somebody puts them away.
 */
export function BeginningCard({ steps }: { steps: Steps }) {
  const t = useWords('overview')
  const take = useTakeStep()
  const canMove = useMay()('brand.write')
  const rows = useSteps(steps, () => take('prices-seen'))
  const onDismiss = canMove ? () => take('dismissed') : null
  if (steps.hasSold) return <LeftLine steps={rows.filter(({ state }) => state === 'open')} onDismiss={onDismiss} />
  return (
    <Guide
      title={t('beginning')}
      text={t(steps.isApproved ? 'beginningOnline' : 'beginningWaits')}
      steps={rows}
      onDismiss={onDismiss}
    />
  )
}

function useSteps(steps: Steps, onPricesSeen: () => void): GuideStep[] {
  const t = useWords('overview')
  const may = useMay()
  const done = (isDone: boolean) => (isDone ? ('done' as const) : ('open' as const))
  const all: (GuideStep & { needs?: Permission })[] = [
    {
      needs: 'prices.write',
      state: done(steps.hasPrices),
      text: t('stepPrices'),
      reason: t('whyPrices'),
      to: '/prices',
      children: may('brand.write') ? <TextButton onClick={onPricesSeen}>{t('pricesRight')}</TextButton> : null,
    },
    { needs: 'brand.write', state: done(steps.hasBrand), text: t('stepBrand'), reason: t('whyBrand'), to: '/brand' },
    { needs: 'money.top-up', state: done(steps.hasFunds), text: t('stepFunds'), reason: t('whyFunds'), to: '/money' },
    { needs: 'cards.write', state: done(steps.hasCards), text: t('stepCards'), reason: t('whyCards'), to: '/cards' },
    { state: done(steps.hasUser), text: t('stepUser'), reason: t('whyUser'), children: <Share link={steps.link} /> },
    { state: steps.isApproved ? 'done' : 'waits', text: t('stepApproval'), reason: t('whyApproval') },
    { needs: 'brand.write', state: done(steps.hasDomain), text: t('stepDomain'), reason: t('whyDomain'), to: '/brand' },
  ]
  return all.filter(({ needs }) => needs === undefined || may(needs))
}

/** The steps that are left, once the shop sells. */
function LeftLine({ steps, onDismiss }: { steps: readonly GuideStep[]; onDismiss: (() => void) | null }) {
  const t = useWords('overview')
  const base = useWords('base')
  const mayGo = useMayGo()
  const open = steps.filter(({ to }) => to !== undefined && mayGo(to))
  if (open.length === 0) return null
  return (
    <p className={css.left}>
      <span>{t('beginningSold')}</span>
      {open.map(({ text, to }) => (
        <Link key={text} to={to!}>
          {text}
        </Link>
      ))}
      {onDismiss === null ? null : (
        <TextButton tone="quiet" onClick={onDismiss}>
          {base('putAway')}
        </TextButton>
      )}
    </p>
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
