import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import { adjustmentWays } from '../../../contract/console/choices.ts'
import type { AdjustedPocket } from '../../../contract/console/refunds.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { Segments } from '../../../ui/components/segments.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { useIntentKey } from '../../../ui/forms/use-intent-key.ts'
import { EditRoom } from '../../features/form/edit-room.tsx'
import { fenOf } from '../../features/form/fen-of.ts'
import { MoneyInput, NumberInput, TextInput } from '../../features/form/fields.tsx'
import { ConfirmSheet } from '../../features/show/confirm-sheet.tsx'
import { FactRows } from '../../features/show/fact-rows.tsx'
import { Money, moneyText } from '../../features/show/money.tsx'
import { Section } from '../../features/show/section.tsx'
import { useRun } from '../../features/show/use-run.ts'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import { adjusted } from './adjusted.ts'
import css from './adjustments.module.css'

type Whose = { resellerId: number; userName?: string }
type Found = { whose: Whose; pocket: AdjustedPocket }

/** First chooses the balance: its current amount is shown before anything is booked. */
export function AdjustPart() {
  const t = useWords('adjustments')
  const [reseller, setReseller] = useState<number | string>('')
  const [user, setUser] = useState('')
  const [found, setFound] = useState<Found | null>(null)
  const { busy, failure, run, room } = useRun()
  const find = async () => {
    const whose = { resellerId: Number(reseller), ...(user.trim() === '' ? {} : { userName: user.trim() }) }
    setFound({ whose, pocket: await call(consoleApi.adjustments.look, whose) })
  }
  return (
    <Section title={t('adjust')} text={t('adjustText')}>
      {/* What is searched for is not work that could be lost. */}
      <EditRoom {...room} unsaved={false}>
        <form
          className={css.find}
          onSubmit={(event) => {
            event.preventDefault()
            if (reseller !== '') void run(find)
          }}
        >
          <NumberInput
            name="resellerId"
            label={t('reseller')}
            hideControls
            allowDecimal={false}
            allowNegative={false}
            value={reseller}
            onChange={setReseller}
          />
          <TextInput
            name="userName"
            label={t('user')}
            placeholder={t('userHint')}
            autoComplete="off"
            value={user}
            onChange={(event) => setUser(event.currentTarget.value)}
          />
          <ActionButton type="submit" tone="quiet" busy={busy} disabled={reseller === ''}>
            {t('find')}
          </ActionButton>
        </form>
      </EditRoom>
      {failure === null ? null : <Callout tone="bad">{failure}</Callout>}
      {found ? <AdjustSheet found={found} onClose={() => setFound(null)} /> : null}
    </Section>
  )
}

function AdjustSheet({ found: { whose, pocket }, onClose }: { found: Found; onClose: () => void }) {
  const t = useWords('adjustments')
  const [how, setHow] = useState<(typeof adjustmentWays)[number]>('paid-in')
  const [yuan, setYuan] = useState<number | string>('')
  const [reason, setReason] = useState('')
  const intent = useIntentKey()
  const client = useQueryClient()
  const amountFen = fenOf(yuan)
  const { nowFen, afterFen, isMore } = adjusted(pocket, how, amountFen)
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t('sheetTitle', { name: pocket.userName ?? (pocket.title || String(whose.resellerId)) })}
      button={t(`go_${how}`, { amount: moneyText(amountFen) })}
      tone={isMore ? 'main' : 'danger'}
      isFinal
      disabled={amountFen < 1 || reason.trim() === ''}
      act={async () => {
        const wish = { ...whose, how, amountFen, reason: reason.trim() }
        await call(consoleApi.adjustments.make, { ...wish, key: intent.of(wish) })
        showMessage('success', t('done'))
        void client.invalidateQueries({ queryKey: [consoleApi.adjustments.list.path] })
      }}
    >
      <Segments
        label={t('how')}
        value={how}
        options={adjustmentWays.map((value) => ({ value, label: t(value) }))}
        onChange={setHow}
      />
      <p className={css.hint}>{t(`text_${how}`)}</p>
      <MoneyInput name="amountFen" label={t('amount')} min={0.01} value={yuan} onChange={setYuan} />
      <TextInput
        name="reason"
        label={t('reason')}
        description={t('reasonHint')}
        maxLength={100}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <FactRows
        rows={[
          { name: t('now'), value: <Money fen={nowFen} /> },
          { name: t('after'), value: <Money fen={afterFen} />, isSum: true },
        ]}
      />
    </ConfirmSheet>
  )
}
