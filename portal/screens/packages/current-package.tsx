import { StateCard } from '../../../ui/components/state-card.tsx'
import { dateText } from '../../../ui/words/date-text.ts'
import { useIsSuspended } from '../../state/reseller-facts.ts'
import { useWords } from '../../words/language.ts'
import { AutoRenew } from './auto-renew.tsx'
import type { Catalogue, PurchaseChoice } from './catalogue.ts'
import css from './packages.module.css'
import { actionOf, priceOf } from './plan-choice.ts'
import { useEndText } from './quote-facts.tsx'
import { useSetNext } from './use-next.ts'

/** The user's current package, and the quickest way to renew it. */
export function CurrentPackage({
  catalogue,
  onRenew,
}: {
  catalogue: Catalogue
  onRenew: (wish: PurchaseChoice) => void
}) {
  const t = useWords('packages')
  const endText = useEndText()
  const isSuspended = useIsSuspended()
  const { items, current } = catalogue
  if (current.packageId === null || current.state === 'none') {
    return <StateCard sign="package" label={t('current')} title={t('none')} text={t('noneText')} />
  }
  const own = items.find(({ id }) => id === current.packageId)
  const price = own && current.period ? priceOf(own, current.period) : null
  const reset = current.state === 'active' && current.nextResetAt ? dateText(current.nextResetAt) : null
  const text = () => {
    if (current.startsBy) return t('waitingText', { date: dateText(current.startsBy) })
    if (current.isTrial) return t('trialText')
    if (price === null) return t(current.state === 'expired' ? 'discontinuedOver' : 'discontinued')
    if (current.state !== 'active') return t(current.state === 'paused' ? 'pausedText' : 'expiredText')
    if (current.period === 'once') return t('onceText')
    return reset === null ? undefined : t('resetOn', { date: reset })
  }
  const { next } = current
  const nextFen = nextPriceOf(catalogue)
  const isNextNow = next !== null && current.state === 'expired'
  const renew = () => {
    if (isNextNow) return onRenew({ action: 'new', packageId: next.packageId, period: next.period })
    if (!own || !current.period) return
    onRenew({ action: actionOf(current, own, current.period), packageId: own.id, period: current.period })
  }
  return (
    <div className={css.current}>
      <StateCard
        sign="package"
        label={t('current')}
        title={current.packageName ?? t('none')}
        chip={endText(current)}
        text={text()}
        still={current.state === 'paused'}
      >
        {next && !isNextNow ? <NextLine next={next} /> : null}
        {(price === null && !isNextNow) || isSuspended ? null : (
          <button type="button" className={css.renew} onClick={renew}>
            {isNextNow ? t('upgradeNext', { name: next.packageName }) : t('renewNow')}
          </button>
        )}
      </StateCard>
      {current.isTrial ? null : <AutoRenew current={current} priceFen={next ? nextFen : price} />}
    </div>
  )
}

function NextLine({ next }: { next: NonNullable<Catalogue['current']['next']> }) {
  const t = useWords('packages')
  const { mutate, isPending } = useSetNext()
  return (
    <p className={css.next}>
      {t('nextText', { name: next.packageName })}
      <button type="button" aria-busy={isPending} onClick={isPending ? undefined : () => mutate(null)}>
        {t('nextTakeBack')}
      </button>
    </p>
  )
}

function nextPriceOf({ items, current: { next } }: Catalogue): number | null {
  const item = next && items.find(({ id }) => id === next.packageId)
  return item ? priceOf(item, next.period) : null
}
