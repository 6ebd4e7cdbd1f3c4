import { Textarea } from '@mantine/core'
import { useState } from 'react'

import { api } from '../../../contract/api.ts'
import { limits } from '../../../contract/limits.ts'
import { ticketCategories, type TicketCategory } from '../../../contract/ticket-choices.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { FilterChips } from '../../../ui/components/filter-chips.tsx'
import { Bones, Loaded } from '../../../ui/components/loaded.tsx'
import { useIntentKey } from '../../../ui/forms/use-intent-key.ts'
import { call } from '../../../ui/http/client.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { useWords } from '../../words/language.ts'
import { HelpOffer } from '../help/help-offer.tsx'
import { CausePart } from './cause-part.tsx'
import { FactRows } from './fact-rows.tsx'
import { PicturePicker } from './picture-picker.tsx'
import { categoryWords } from './ticket-looks.ts'
import css from './tickets.module.css'
import { usePictures } from './use-pictures.ts'
import { useFacts, useRefreshTickets } from './use-tickets.ts'

type Props = { isDead: boolean; onSent: (ticketId: number) => void }

/** With everything filled in when nothing loads: only to be looked at and sent. */
export function NewTicket({ isDead, onSent }: Props) {
  const t = useWords('tickets')
  const refresh = useRefreshTickets()
  const facts = useFacts()
  const intentKey = useIntentKey()
  const pictures = usePictures()
  const [category, setCategory] = useState<TicketCategory>(isDead ? 'dead' : 'other')
  const [text, setText] = useState<string>(isDead ? t('deadText') : '')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const isTooLong = [...text].length > limits.ticketTextMax
  const send = async () => {
    setBusy(true)
    setFailure(null)
    try {
      const { ticketId } = await pictures.sendWith((sent) => {
        const wish = { category, text, ...sent, ...(facts.data ? { facts: facts.data.sealed } : {}) }
        return call(api.tickets.open, { ...wish, key: intentKey.of(wish) })
      })
      intentKey.settle()
      await refresh()
      onSent(ticketId)
    } catch (error) {
      setFailure(failureText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="gap4">
      {isDead && facts.data ? <CausePart facts={facts.data.facts} /> : null}
      <FilterChips
        label={t('category')}
        options={ticketCategories.map((value) => ({ value, label: t(categoryWords[value]) }))}
        value={category}
        onChange={setCategory}
      />
      <Textarea
        label={t('text')}
        placeholder={t('textHint')}
        autosize
        minRows={3}
        maxRows={10}
        value={text}
        error={isTooLong ? t('tooLong', { count: limits.ticketTextMax }) : failure}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <PicturePicker pictures={pictures} />
      <HelpOffer text={text} />
      <section className={css.facts}>
        <h3 className={css.factsTitle}>{t('factsTitle')}</h3>
        <Loaded query={facts} failed={t('factsFailed')} bones={<Bones count={3} height={28} />} bonesClass="gap2">
          {({ facts: found }) => <FactRows facts={found} />}
        </Loaded>
        {facts.error ? <p className="soft">{t('withoutFacts')}</p> : null}
      </section>
      <ActionButton
        fill
        busy={busy}
        disabled={text.trim() === '' || isTooLong || facts.isPending || pictures.isReading}
        onClick={() => void send()}
      >
        {t('send')}
      </ActionButton>
    </div>
  )
}
