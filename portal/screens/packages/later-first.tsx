import type { Quote } from '../../../contract/packages.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { useAmountText } from '../../words/amount-text.ts'
import { useWords } from '../../words/language.ts'
import { useCatalogue } from './catalogue.ts'
import { laterChoice, type Later } from './plan-choice.ts'
import { useSetNext } from './use-next.ts'

/** What to choose for the time after this period; null: buying now loses little, or nothing can follow. */
export function useLater(quote: Quote): Later | null {
  const { data } = useCatalogue()
  return data ? laterChoice(quote, data.current) : null
}

type Props = { quote: Quote; choice: Later; onLater: () => void; onNow: () => void }

export function LaterFirst({ quote, choice, onLater, onNow }: Props) {
  const t = useWords('packages')
  const amountText = useAmountText()
  const next = useSetNext()
  const { packageName: name, creditFen, lapsingCreditFen } = quote
  return (
    <div className="gap4">
      <Callout tone="info">
        {t('creditLapses', { credit: amountText(creditFen), lost: amountText(lapsingCreditFen) })}
      </Callout>
      <div className="gap2">
        <ActionButton fill busy={next.isPending} onClick={() => next.mutate(choice, { onSuccess: onLater })}>
          {t('nextChoose', { name })}
        </ActionButton>
        <ActionButton fill tone="quiet" onClick={onNow}>
          {t('upgradeNow')}
        </ActionButton>
      </div>
    </div>
  )
}
