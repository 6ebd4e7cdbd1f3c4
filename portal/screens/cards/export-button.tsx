import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { api } from '../../../contract/api.ts'
import type { Card } from '../../../contract/cards.ts'
import { CardLink } from '../../../ui/components/card.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { saveText } from '../../../ui/device/copy-or-save.ts'
import { call } from '../../../ui/http/client.ts'
import { dateText, recordText } from '../../../ui/words/date-text.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { useWords } from '../../words/language.ts'
import { useWorthText } from './use-worth-text.ts'

/** A table of the filtered keys, made in the browser: no address ever contains a key. */
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
    <CardLink icon="download" busy={isBusy} onPress={() => void save()}>
      {t('export')}
    </CardLink>
  )
}

// Without the mark, a spreadsheet reads UTF-8 in the wrong encoding.
const BYTE_ORDER_MARK = '\uFEFF'
/** A spreadsheet treats a cell that begins with these as a formula and runs it. */
const FORMULA = /^[=+\-@\t\r]/

export function csvText(rows: readonly (readonly string[])[]): string {
  return BYTE_ORDER_MARK + rows.map((row) => row.map(cell).join(',')).join('\r\n') + '\r\n'
}

function cell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export type CardFilter = 'all' | Card['state']

export function useCards(filter: CardFilter) {
  return useInfiniteQuery({
    queryKey: ['cards', filter],
    queryFn: ({ pageParam }) => loadPage(filter, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  })
}

/** Loads every page, for a file. */
export async function loadAllCards(filter: CardFilter): Promise<Card[]> {
  const cards: Card[] = []
  let cursor: string | null = null
  do {
    const page: { items: Card[]; next: string | null } = await loadPage(filter, cursor)
    cards.push(...page.items)
    cursor = page.next
  } while (cursor !== null)
  return cards
}

function loadPage(filter: CardFilter, cursor: string | null) {
  return call(api.cards.list, { ...(filter === 'all' ? {} : { state: filter }), ...(cursor ? { cursor } : {}) })
}
