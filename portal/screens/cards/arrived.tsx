import { useQuery } from '@tanstack/react-query'

import { readCardCode } from '../../../contract/card-code.ts'
import { Bones } from '../../../ui/components/loaded.tsx'
import { useUiWords } from '../../../ui/words/ui-words.ts'
import { findGift } from '../../session/gift.ts'
import { GiftCard } from './gift-card.tsx'
import { RedeemCard } from './redeem-card.tsx'

/** What the address brought: a gift has a card of its own, any other key stands in the field. */
export function Arrived({ code }: { code: string }) {
  const t = useUiWords()
  const { data: gift, isLoading } = useQuery({
    queryKey: ['gift', code],
    queryFn: () => findGift(code),
    enabled: readCardCode(code) !== null,
    retry: false,
  })
  if (isLoading) {
    return (
      <div role="status" aria-label={t('loading')}>
        <Bones count={1} height={220} />
      </div>
    )
  }
  // Without an answer the key can still be redeemed by hand.
  if (!gift) return <RedeemCard code={code} />
  return (
    <>
      <GiftCard gift={gift} code={code} />
      <RedeemCard code="" isSecond />
    </>
  )
}
