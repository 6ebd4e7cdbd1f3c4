import '../../words/gift-words.ts'
import type { ReactNode } from 'react'

import { plainBytes } from '../../../contract/bytes.ts'
import type { ArrivedGift } from '../../../contract/gifts.ts'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { loadChunk } from '../../../ui/http/load-chunk.ts'
import { dateText } from '../../../ui/words/date-text.ts'
import { loadWords } from '../../../ui/words/word-store.ts'
import { findGift, giftCodeIn } from '../../session/gift.ts'
import { useBrand } from '../../state/brand.ts'
import { useWords } from '../../words/language.ts'

/** The note for the gift in the router's `location.state`, ready to show; null when there is none. */
export async function showGift(state: unknown): Promise<ReactNode> {
  const code = giftCodeIn(state)
  if (code === null) return null
  const [gift] = await Promise.all([findGift(code), loadChunk(() => loadWords('gift'))])
  return gift && <GiftNote gift={gift} />
}

/** Who gives, what and until when, above the form that comes first. */
function GiftNote({ gift }: { gift: ArrivedGift }) {
  const t = useWords('gift')
  const { from, what, until, ended } = useGiftWords(gift)
  return (
    <section aria-label={t('label')}>
      <Callout tone={ended === null ? 'good' : 'info'}>
        {from}
        <br />
        <b>{what}</b>
        <br />
        {ended ?? until}
        {ended === null ? <br /> : null}
        {ended === null ? t('signIn') : null}
      </Callout>
    </section>
  )
}

/** A gift in words: who gives, what, until when, and why it can be taken no more. */
export function useGiftWords({ giverMasked, packageName, days, trafficBytes, state, isMine, expiresAt }: ArrivedGift) {
  const t = useWords('gift')
  const brand = useBrand((now) => now.title)
  const what =
    days === null ? t('traffic', { amount: plainBytes(trafficBytes ?? 0) }) : t('days', { name: packageName, days })
  return {
    from: t('from', { name: giverMasked ?? brand }),
    what,
    until: t('until', { date: dateText(expiresAt) }),
    ended: state === 'open' ? null : t(isMine ? 'mine' : state),
  }
}
