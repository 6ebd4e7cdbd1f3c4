import { useState } from 'react'

import { coinWays, coinOf } from '../../../contract/coins.ts'
import { consoleApi } from '../../../contract/console/api.ts'
import type { StuckMerchant, StuckPayment } from '../../../contract/console/confirm.ts'
import { formatFen } from '../../../contract/money.ts'
import { Segments } from '../../../ui/components/segments.tsx'
import type { ApiError } from '../../../ui/http/api-error.ts'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import { NumberInput, Select, Textarea, TextInput } from '../form/fields.tsx'
import { ConfirmSheet as AskFirst } from '../show/confirm-sheet.tsx'
import { WhatFor } from './what-for.tsx'

type Props = {
  /** Null: money that came without an order. */
  row: StuckPayment | null
  merchants: readonly StuckMerchant[]
  isPlatform: boolean
  /** What is known already, such as from a bill. */
  start?: Partial<Draft>
  onClose: () => void
  onDone: (state: 'asked' | 'done') => void
}
type Draft = {
  by: 'flow' | 'hash'
  chain: string
  number: string
  reason: string
  accountId: string
  resellerId: string
  yuan: string
  merchantId: string
  /** Of the payment that could have come by the same transaction; empty as long as there is none. */
  otherNo: string
  otherNumber: string
}

const chains = [...new Map(coinWays.map((way) => [way.split('-')[1]!, coinOf(way)!.chain]))]

/** A person saw the money: by which number, and why. The number counts once for ever. */
export function ConfirmSheet({ row, merchants, isPlatform, start, onClose, onDone }: Props) {
  const t = useWords('stuck')
  const [draft, setDraft] = useState<Draft>({
    by: row && coinOf(row.channel) ? 'hash' : 'flow',
    chain: chains[0]![0],
    number: '',
    reason: '',
    accountId: '',
    resellerId: '',
    yuan: '',
    merchantId: merchants[0]?.merchantId ?? '',
    otherNo: '',
    otherNumber: '',
    ...start,
  })
  const set = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }))
  const amountFen = row?.amountFen ?? Math.round(Number(draft.yuan) * 100)
  async function act(): Promise<void> {
    const proof = { number: draft.number.trim(), ...(draft.by === 'hash' ? { chain: draft.chain } : {}) }
    const otherNumber = draft.otherNumber.trim()
    const why = { proof, reason: draft.reason.trim(), ...(otherNumber ? { otherNumber } : {}) }
    try {
      onDone((await send(row, { ...draft, amountFen }, why, isPlatform)).state)
    } catch (error) {
      const { outTradeNo = '' } = ((error as Partial<ApiError>).data ?? {}) as { outTradeNo?: string }
      set({ otherNo: outTradeNo, otherNumber: '' })
      throw error
    }
  }
  const isOtherShort = draft.otherNo !== '' && draft.otherNumber.trim().length < 16
  const isShort = isOtherShort || draft.number.trim().length < 6 || draft.reason.trim() === '' || !(amountFen > 0)
  return (
    <AskFirst
      opened
      onClose={onClose}
      title={t(row ? 'confirmTitle' : 'credit')}
      button={t('confirmGo', { amount: `¥${formatFen(Number.isFinite(amountFen) ? amountFen : 0)}` })}
      disabled={isShort}
      isFinal
      act={act}
    >
      <p>{t(row ? 'confirmText' : 'creditText')}</p>
      {row ? (
        <WhatFor row={row} />
      ) : (
        <LooseFields draft={draft} set={set} merchants={merchants} isPlatform={isPlatform} />
      )}
      <ProofFields draft={draft} set={set} />
    </AskFirst>
  )
}

type FieldProps = { draft: Draft; set: (part: Partial<Draft>) => void }

function ProofFields({ draft, set }: FieldProps) {
  const t = useWords('stuck')
  return (
    <>
      <Segments
        label={t('by')}
        value={draft.by}
        options={[
          { value: 'flow', label: t('byFlow') },
          { value: 'hash', label: t('byHash') },
        ]}
        onChange={(by) => set({ by })}
      />
      {draft.by === 'hash' ? (
        <Select
          name="chain"
          label={t('chain')}
          data={chains.map(([value, label]) => ({ value, label }))}
          value={draft.chain}
          onChange={(chain) => set({ chain: chain ?? draft.chain })}
        />
      ) : null}
      <TextInput
        name="number"
        label={t(draft.by === 'hash' ? 'hash' : 'flow')}
        description={draft.by === 'hash' ? null : t('flowHint')}
        autoComplete="off"
        spellCheck={false}
        maxLength={128}
        value={draft.number}
        onChange={(event) => set({ number: event.currentTarget.value })}
      />
      {draft.otherNo === '' ? null : (
        <TextInput
          name="otherNumber"
          label={t('otherHash', { number: draft.otherNo })}
          autoComplete="off"
          spellCheck={false}
          maxLength={128}
          value={draft.otherNumber}
          onChange={(event) => set({ otherNumber: event.currentTarget.value })}
        />
      )}
      <Textarea
        name="reason"
        label={t('reason')}
        maxLength={200}
        rows={2}
        value={draft.reason}
        onChange={(event) => set({ reason: event.currentTarget.value })}
      />
    </>
  )
}

type LooseProps = FieldProps & { merchants: readonly StuckMerchant[]; isPlatform: boolean }

function LooseFields({ draft, set, merchants, isPlatform }: LooseProps) {
  const t = useWords('stuck')
  return (
    <>
      {isPlatform ? (
        <NumberInput
          name="resellerId"
          label={t('resellerId')}
          value={draft.resellerId}
          onChange={(value) => set({ resellerId: String(value) })}
        />
      ) : null}
      <NumberInput
        name="accountId"
        label={t('accountId')}
        value={draft.accountId}
        onChange={(value) => set({ accountId: String(value) })}
      />
      <NumberInput
        name="yuan"
        label={t('yuan')}
        decimalScale={2}
        value={draft.yuan}
        onChange={(value) => set({ yuan: String(value) })}
      />
      <Select
        name="merchantId"
        label={t('merchant')}
        data={merchants.map(({ merchantId, name }) => ({ value: merchantId, label: name }))}
        value={draft.merchantId}
        onChange={(merchantId) => set({ merchantId: merchantId ?? draft.merchantId })}
      />
    </>
  )
}

type Why = { proof: { number: string; chain?: string }; reason: string; otherNumber?: string }

function send(row: StuckPayment | null, draft: Draft & { amountFen: number }, why: Why, isPlatform: boolean) {
  const { stuckPayments, platformStuckPayments } = consoleApi
  const resellerId = row?.resellerId ?? Number(draft.resellerId)
  if (row) {
    const named = { ...why, paymentId: row.paymentId! }
    return isPlatform
      ? call(platformStuckPayments.confirm, { ...named, resellerId })
      : call(stuckPayments.confirm, named)
  }
  const { merchantId, amountFen } = draft
  const loose = { ...why, accountId: Number(draft.accountId), merchantId, amountFen }
  return isPlatform ? call(platformStuckPayments.credit, { ...loose, resellerId }) : call(stuckPayments.credit, loose)
}
