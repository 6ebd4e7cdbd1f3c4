import { useState } from 'react'

import { Icon } from '../../../ui/components/icon.tsx'
import { saveText } from '../../../ui/device/save-text.ts'
import { dateText, recordText } from '../../../ui/words/date-text.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { useWords } from '../../words/language.ts'
import { showMessage } from '../../../ui/components/toast-store.ts'
import css from './card-list.module.css'
import { type CardFilter, loadAllCards } from './card-pages.ts'
import { csvText } from './csv-text.ts'
import { useWorthText } from './use-worth-text.ts'

/** A table of what the filter shows, made here: no address ever holds the keys. */
export function ExportButton({ filter }: { filter: CardFilter }) {
  const t = useWords('cards')
  const worthText = useWorthText()
  const [isBusy, setBusy] = useState(false)

  async function save(): Promise<void> {
    setBusy(true)
    try {
      const cards = await loadAllCards(filter)
      if (cards.length === 0) return showMessage('info', t('nothingToExport'))
      const when = (instant: string | null) => (instant === null ? '' : recordText(instant))
      const rows = cards.map((card) => [
        worthText(card),
        t(card.state),
        card.code ?? `…${card.lastFour}`,
        when(card.assignedAt),
        when(card.redeemedAt),
        when(card.expiresAt),
      ])
      const heads = [t('colWorth'), t('colState'), t('colCode'), t('colAssigned'), t('colRedeemed'), t('colEnds')]
      saveText(`card-keys-${dateText(new Date().toISOString())}.csv`, csvText([heads, ...rows]))
    } catch (error) {
      showMessage('error', failureText(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <button type="button" className={css.export} aria-busy={isBusy} onClick={isBusy ? undefined : () => void save()}>
      <Icon name="download" size={18} />
      {t('export')}
    </button>
  )
}
