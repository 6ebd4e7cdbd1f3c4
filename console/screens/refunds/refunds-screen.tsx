import { useState } from 'react'

import { StuckPart } from '../../features/stuck/stuck-part.tsx'
import { useWords } from '../../words/language.ts'
import { FindPart } from './find-part.tsx'
import { HistoryPart } from './history-part.tsx'
import { type RefundSubject, RefundSheet } from './refund-sheet.tsx'
import css from './refunds.module.css'
import { WishesPart } from './wishes-part.tsx'

/** Refunds: requests of resellers, refunds by the operator, and results of recent ones. */
export default function RefundsScreen() {
  const t = useWords('refunds')
  const [asked, setAsked] = useState<RefundSubject | null>(null)
  const [round, setRound] = useState(0)
  return (
    <div className={css.page}>
      <p className={css.hint}>{t('text')}</p>
      <StuckPart isPlatform />
      <WishesPart key={`wishes ${round}`} onAsk={setAsked} />
      <FindPart onAsk={(about) => setAsked({ about })} />
      <HistoryPart key={`history ${round}`} />
      {asked ? <RefundSheet asked={asked} onClose={() => setAsked(null)} onDone={() => setRound(round + 1)} /> : null}
    </div>
  )
}
