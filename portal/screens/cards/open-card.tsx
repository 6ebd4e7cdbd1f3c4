import { useState } from 'react'

import { readCardCode } from '../../../contract/card-code.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { RowPress } from '../../../ui/components/list.tsx'
import { Rows } from '../../../ui/components/rows.tsx'
import { Sheet } from '../../../ui/components/sheet.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { useCopy } from '../../features/account/use-copy.ts'
import { useKnownInfo } from '../../state/known-info.ts'
import { useWords } from '../../words/language.ts'
import css from './card-list.module.css'
import { RedeemResults, useRedeem } from './redeem-card.tsx'

type Props = { code: string; worth: string }

/** An unused key: pass it on, or use it here. Using it cannot be undone, so ask again first. */
export function OpenCard({ code, worth }: Props) {
  const t = useWords('cards')
  const user = useWords('user')
  const base = useWords('base')
  const copy = useCopy()
  const [asking, setAsking] = useState(false)
  // Every row has the same two words.
  const labelOf = (word: string) => `${word} ${worth} ${t('lastFour', { four: code.slice(-4) })}`
  return (
    <div className={css.open}>
      <p className={css.code}>{code}</p>
      <RowPress label={labelOf(user('copy'))} onPress={() => void copy(code)}>
        {user('copy')}
      </RowPress>
      <RowPress label={labelOf(t('redeem'))} onPress={() => setAsking(true)}>
        {t('redeem')}
      </RowPress>
      <Sheet opened={asking} onClose={() => setAsking(false)} title={t('useAsk')} closeLabel={base('close')}>
        <UseForm code={code} worth={worth} />
      </Sheet>
    </div>
  )
}

function UseForm({ code, worth }: Props) {
  const t = useWords('cards')
  const user = useWords('user')
  const account = useKnownInfo((info) => info.iuser) ?? ''
  const { progress, redeem, results } = useRedeem()
  const use = async () => {
    const left = await redeem([readCardCode(code) ?? code])
    // The sheet has closed by now, with its row, which is no longer unused.
    if (left.length === 0) showMessage('success', t('gotWorth', { worth }))
  }
  return (
    <div className="gap4">
      <Rows
        rows={[
          { name: t('colWorth'), value: worth },
          { name: user('account'), value: account },
        ]}
      />
      <p className="soft">{t('useText')}</p>
      <RedeemResults results={results} />
      <ActionButton fill busy={progress !== null} onClick={() => void use()}>
        {t('redeem')}
      </ActionButton>
    </div>
  )
}
