import { plainBytes } from '../../../contract/bytes.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { ListRow } from '../../../ui/components/list.tsx'
import { useIsSuspended } from '../../state/reseller-facts.ts'
import { useAmountText } from '../../words/amount-text.ts'
import { useWords } from '../../words/language.ts'
import type { Current, Package, PurchaseChoice } from './catalogue.ts'
import { isRunning } from './plan-choice.ts'
import { Special } from './special.tsx'

type Props = { pack: Package; current: Current; onChoose: (wish: PurchaseChoice) => void }

export function PackCard({ pack, current, onChoose }: Props) {
  const t = useWords('packages')
  const amountText = useAmountText()
  const isSuspended = useIsSuspended()
  const isSoldOut = pack.stock === 0
  const offer = pack.offers[0]
  if (!offer) return null
  return (
    <ListRow
      name={pack.name}
      about={
        <>
          {t('packDetail', { amount: plainBytes(pack.trafficBytes) })}
          {offer.special ? <Special special={offer.special} /> : null}
        </>
      }
      value={amountText(offer.priceFen)}
      tone="strong"
      end={
        <ActionButton
          tone="quiet"
          disabled={isSoldOut || isSuspended || !isRunning(current)}
          label={`${t(isSoldOut ? 'soldOut' : 'packChoose')} ${pack.name}`}
          onClick={() => onChoose({ action: 'pack', packageId: pack.id, period: offer.period })}
        >
          {t(isSoldOut ? 'soldOut' : 'packChoose')}
        </ActionButton>
      }
    />
  )
}
