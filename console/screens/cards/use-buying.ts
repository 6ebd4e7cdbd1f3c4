import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import { useIntentKey } from '../../../ui/forms/use-intent-key.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { call } from '../../session/call.ts'
import { type CardPurchase, inputOf, missingFen, termsOf } from './card-purchase.ts'

/**
 * The price of a wish, whether the balance covers it, and the purchase. After a lost answer it asks again with the same
 * key.
 */
export function useBuying(wish: CardPurchase, onBought: (batchId: number) => void) {
  const intent = useIntentKey()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const { cards } = consoleApi
  const choices = useQuery({ queryKey: [cards.choices.path], queryFn: () => call(cards.choices, {}), gcTime: 0 })
  const input = inputOf(wish)
  const quote = useQuery({
    queryKey: [cards.quote.path, input],
    queryFn: () => call(cards.quote, input!),
    enabled: input !== null,
  })
  const totalFen = input === null ? null : (quote.data?.totalFen ?? null)
  const retailFen = input === null ? null : (quote.data?.retailFen ?? null)
  const balanceFen = choices.data?.balanceFen ?? null
  async function buy(): Promise<void> {
    if (input === null || totalFen === null) return
    setBusy(true)
    setRefused(null)
    const asked = { ...input, totalFen, ...termsOf(wish, retailFen) }
    try {
      const bought = await call(cards.buy, { ...asked, key: intent.of(asked) })
      intent.settle()
      onBought(bought.batchId)
    } catch (error) {
      setRefused(failureText(error))
      void quote.refetch()
    } finally {
      setBusy(false)
    }
  }
  return {
    packages: choices.data?.packages ?? [],
    costFen: input === null ? null : (quote.data?.costFen ?? null),
    retailFen,
    totalFen,
    balanceFen,
    missingFen: missingFen(totalFen, balanceFen),
    busy,
    failure: refused ?? (quote.error && input !== null ? failureText(quote.error) : null),
    buy,
    readBalance: () => void choices.refetch(),
  }
}
