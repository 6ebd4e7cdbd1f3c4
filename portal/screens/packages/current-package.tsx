import { limits } from '../../../contract/limits.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { StateLine } from '../../../ui/components/state-line.tsx'
import { dateText } from '../../../ui/words/date-text.ts'
import { useIsSuspended } from '../../state/reseller-facts.ts'
import { useWords } from '../../words/language.ts'
import { AutoRenew } from './auto-renew.tsx'
import type { Catalogue, PurchaseChoice } from './catalogue.ts'
import css from './packages.module.css'
import { priceAt, priceOf } from './plan-choice.ts'
import { useEndText } from './quote-facts.tsx'
import { useSetNext } from './use-next.ts'

/** The user's current package. Whoever has none begins with the packages. */
export function CurrentPackage({
  catalogue,
  onChoose,
}: {
  catalogue: Catalogue
  onChoose: (wish: PurchaseChoice) => void
}) {
  const t = useWords('packages')
  const endText = useEndText()
  const isSuspended = useIsSuspended()
  const { items, current } = catalogue
  if (current.packageId === null || current.state === 'none') return null
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
  return (
    <StateLine label={t('current')} title={current.packageName ?? ''} chip={endText(current)} text={text()}>
      {next && current.state !== 'expired' ? <NextLine next={next} /> : null}
      {next && current.state === 'expired' && !isSuspended ? (
        <ActionButton onClick={() => onChoose({ action: 'new', packageId: next.packageId, period: next.period })}>
          {t('upgradeNext', { name: next.packageName })}
        </ActionButton>
      ) : null}
    </StateLine>
  )
}

/** What happens at the end of the period, below the packages. */
export function Renewal({ catalogue: { items, current } }: { catalogue: Catalogue }) {
  if (current.packageId === null || current.state === 'none' || current.isTrial) return null
  const { packageId, period } = current.next ?? current
  const then = items.find(({ id }) => id === packageId)
  const isKnown = then !== undefined && period !== null
  // A change is charged at the end, a renewal before it.
  const chargedMs = Date.parse(current.expiresAt ?? '') - (current.next ? 0 : limits.renewChargeMs)
  return (
    <AutoRenew
      current={current}
      priceFen={isKnown ? priceAt(then, period, chargedMs) : null}
      nowFen={isKnown ? priceOf(then, period) : null}
    />
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
