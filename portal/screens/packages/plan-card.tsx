import { plainBytes } from '../../../contract/bytes.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Icon } from '../../../ui/components/icon.tsx'
import { Mark } from '../../../ui/components/list.tsx'
import { Price } from '../../features/buying/pay-by.tsx'
import { useIsSuspended } from '../../state/reseller-facts.ts'
import { useAmountText } from '../../words/amount-text.ts'
import { useWords } from '../../words/language.ts'
import type { Catalogue, Package, Period, PurchaseChoice } from './catalogue.ts'
import css from './plan-card.module.css'
import { accentPlan, actionOf, isStepDown, monthlyFen, offerOf, priceOf, savedPercent } from './plan-choice.ts'
import { Special } from './special.tsx'
import { useSetNext } from './use-next.ts'

const FEW_LEFT = 10
const perWords = {
  month: 'monthPer',
  quarter: 'quarterPer',
  half: 'halfPer',
  year: 'yearPer',
  once: 'oncePer',
} as const
const chooseWords = { new: 'newChoose', renew: 'renewChoose', pack: 'packChoose' } as const

type Props = { plan: Package; period: Period; catalogue: Catalogue; onChoose: (wish: PurchaseChoice) => void }

export function PlanCard({ plan, period, catalogue, onChoose }: Props) {
  const t = useWords('packages')
  const { current } = catalogue
  const price = priceOf(plan, period)
  const action = actionOf(current, plan, period)
  const isOwn = current.packageId === plan.id && current.state !== 'none'
  const isSoldOut = plan.stock === 0 && action !== 'renew'
  const isOff = price === null || isSoldOut
  // Do not recommend a plan that cannot be bought now.
  const isMarked = plan.recommended && !isOff && !isStepDown(current, plan, period)
  return (
    <article className={css.card} data-own={isOwn} data-marked={isMarked} data-off={isOff}>
      <header className={css.head}>
        <h3 className={css.name}>{plan.name}</h3>
        {isOwn ? <Mark tone="good">{t('own')}</Mark> : null}
        {current.next?.packageId === plan.id ? <Mark tone="good">{t('next')}</Mark> : null}
        {isMarked ? <Mark tone="brand">{t('recommended')}</Mark> : null}
        {price === null ? (
          <p className={css.notSold}>{period === 'once' ? t('notSoldOnce') : t('notSold', { period: t(period) })}</p>
        ) : (
          <PlanPrice plan={plan} period={period} priceFen={price} />
        )}
      </header>
      {plan.note === '' ? null : <p className="soft">{plan.note}</p>}
      <Included plan={plan} period={period} />
      <div className={css.action}>
        {!isSoldOut && price !== null && action !== 'renew' && plan.stock !== null && plan.stock <= FEW_LEFT ? (
          <p className={css.few}>{t('fewLeft', { count: plan.stock })}</p>
        ) : null}
        <ChooseButton
          plan={plan}
          period={period}
          catalogue={catalogue}
          isSoldOut={isSoldOut}
          onChoose={() => onChoose({ action, packageId: plan.id, period })}
        />
      </div>
    </article>
  )
}

function PlanPrice({ plan, period, priceFen }: { plan: Package; period: Period; priceFen: number }) {
  const t = useWords('packages')
  const amountText = useAmountText()
  const monthly = monthlyFen(priceFen, period)
  const percent = savedPercent(plan, period)
  const special = offerOf(plan, period)?.special
  return (
    <div className={css.price}>
      <p className={css.figure}>
        <Price fen={priceFen} />
        <span className={css.per}>{t(perWords[period])}</span>
      </p>
      {special ? <Special special={special} /> : null}
      {period === 'month' ? null : (
        <p className={css.monthly}>
          {monthly === null ? t('onceText') : t('monthly', { amount: amountText(monthly) })}
          {percent === null ? null : <span className={css.saved}>{t('saved', { percent })}</span>}
        </p>
      )}
    </div>
  )
}

type ButtonProps = Omit<Props, 'onChoose'> & { isSoldOut: boolean; onChoose: () => void }

function ChooseButton({ plan, period, catalogue, isSoldOut, onChoose }: ButtonProps) {
  const t = useWords('packages')
  const isSuspended = useIsSuspended()
  const { current } = catalogue
  if (priceOf(plan, period) === null) {
    const sold = plan.offers.map((offer) => t(offer.period)).join(t('and'))
    return <p className={css.other}>{t('soldFor', { periods: sold })}</p>
  }
  if (isSoldOut || isSuspended) {
    return (
      <ActionButton fill disabled tone="quiet">
        {t(isSuspended ? 'salesPaused' : 'soldOut')}
      </ActionButton>
    )
  }
  if (isStepDown(current, plan, period)) return <NextButton plan={plan} period={period} current={current} />
  const action = actionOf(current, plan, period)
  const isAccent = plan.id === accentPlan(catalogue, period)?.id
  const word = action === 'upgrade' ? t('upgradeChoose', { name: plan.name }) : t(chooseWords[action])
  // Every card of a new user says the same.
  const label = action === 'new' ? `${word} ${plan.name}` : undefined
  return (
    <ActionButton fill tone={isAccent ? 'main' : 'quiet'} label={label} onClick={onChoose}>
      {word}
    </ActionButton>
  )
}

/** A lower plan begins when the current one ends, so there is nothing to pay now. */
function NextButton({ plan, period, current }: { plan: Package; period: Period; current: Catalogue['current'] }) {
  const t = useWords('packages')
  const { mutate, isPending } = useSetNext()
  if (period === 'once') return null
  const isNext = current.next?.packageId === plan.id && current.next.period === period
  const choose = () => mutate(isNext ? null : { packageId: plan.id, period })
  return (
    <ActionButton fill tone="quiet" busy={isPending} onClick={choose}>
      {isNext ? t('nextUndo', { name: plan.name }) : t('nextChoose', { name: plan.name })}
    </ActionButton>
  )
}

const speedWords = { standard: 'speedStandard', fast: 'speedFast', fastest: 'speedFastest' } as const

/** What the plan includes: on a phone in one line. */
export function Included({ plan, period }: { plan: Package; period: Period }) {
  const t = useWords('packages')
  const amount = plainBytes(plan.trafficBytes)
  const parts = [
    t(period === 'once' ? 'trafficOnce' : 'trafficMonthly', { amount }),
    t('devices', { count: plan.deviceLimit }),
    t('lines', { count: plan.lineLimit }),
    ...(plan.speedClass ? [t(speedWords[plan.speedClass])] : []),
  ]
  return (
    <ul className={css.included}>
      {parts.map((part) => (
        <li key={part}>
          <Icon name="check" size={18} />
          {part}
        </li>
      ))}
    </ul>
  )
}
