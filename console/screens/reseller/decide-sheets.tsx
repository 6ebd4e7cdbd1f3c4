import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import type { ShownReseller } from '../../../contract/console/resellers.ts'
import { limits } from '../../../contract/limits.ts'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { fenOf } from '../../features/form/fen-of.ts'
import { Checkbox, MoneyInput, NumberInput, TextInput, Textarea } from '../../features/form/fields.tsx'
import { ListField } from '../../features/reseller/list-field.tsx'
import { ConfirmSheet } from '../../features/show/confirm-sheet.tsx'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import { InviteOwnerSheet } from './invite-owner-sheet.tsx'
import css from './reseller.module.css'

export type Deciding = 'nothing' | 'approve' | 'online' | 'lifelines' | 'suspend' | 'terms' | 'handOver' | 'inviteOwner'
type SheetProps = { reseller: ShownReseller; onClose: () => void; onDone: () => void }

/** One question at a time; each says what will happen. */
export function DecideSheets({ deciding, ...props }: SheetProps & { deciding: Deciding }) {
  if (deciding === 'approve') return <ApproveSheet {...props} />
  if (deciding === 'online') return <OnlineSheet {...props} />
  if (deciding === 'lifelines') return <LifelinesSheet {...props} />
  if (deciding === 'suspend') return <SuspendSheet {...props} />
  if (deciding === 'terms') return <TermsSheet {...props} />
  if (deciding === 'handOver') return <HandOverSheet {...props} />
  if (deciding === 'inviteOwner') return <InviteOwnerSheet {...props} />
  return null
}

function ApproveSheet({ reseller: { resellerId, priceList }, onClose, onDone }: SheetProps) {
  const t = useWords('resellers')
  const [list, setList] = useState(priceList)
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t('approveTitle')}
      button={t('approveGo', { name: list.name })}
      act={async () => {
        await call(consoleApi.resellers.approve, { resellerId, listId: list.listId })
        showMessage('success', t('approved'))
        onDone()
      }}
    >
      <p>{t('approveText')}</p>
      <ListField chosen={list} onChange={setList} />
    </ConfirmSheet>
  )
}

function OnlineSheet({ reseller: { resellerId, isWhitelisted }, onClose, onDone }: SheetProps) {
  const t = useWords('resellers')
  const word = isWhitelisted ? 'onlineOff' : 'onlineOn'
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t(word)}
      button={t(word)}
      tone={isWhitelisted ? 'danger' : 'main'}
      act={async () => {
        await call(consoleApi.resellers.whitelist, { resellerId, on: !isWhitelisted })
        showMessage('success', t('done'))
        onDone()
      }}
    >
      <p>{t(isWhitelisted ? 'onlineOffText' : 'onlineOnText')}</p>
    </ConfirmSheet>
  )
}

function LifelinesSheet({ reseller: { resellerId, lifelines }, onClose, onDone }: SheetProps) {
  const t = useWords('resellers')
  const word = lifelines.isOn ? 'lifelinesOff' : 'lifelinesOn'
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t(word)}
      button={t(word)}
      tone={lifelines.isOn ? 'danger' : 'main'}
      act={async () => {
        await call(consoleApi.resellers.lifelines, { resellerId, on: !lifelines.isOn })
        showMessage('success', t('done'))
        onDone()
      }}
    >
      <p>{t(lifelines.isOn ? 'lifelinesOffText' : 'lifelinesOnText')}</p>
    </ConfirmSheet>
  )
}

function SuspendSheet({ reseller: { resellerId, state }, onClose, onDone }: SheetProps) {
  const t = useWords('resellers')
  const [reason, setReason] = useState('')
  const isOver = state === 'suspended'
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t(isOver ? 'resumeTitle' : 'suspendTitle')}
      button={t(isOver ? 'resumeGo' : 'suspendGo')}
      tone={isOver ? 'main' : 'danger'}
      disabled={!isOver && reason.trim() === ''}
      act={async () => {
        await call(consoleApi.resellers.suspend, isOver ? { resellerId, on: false } : { resellerId, on: true, reason })
        showMessage('success', t('done'))
        onDone()
      }}
    >
      <p>{t(isOver ? 'resumeText' : 'suspendText')}</p>
      {isOver ? null : (
        <Textarea
          name="reason"
          label={t('suspendReason')}
          description={t('suspendReasonHint')}
          autosize
          minRows={2}
          maxRows={5}
          maxLength={limits.blockReasonMax}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
    </ConfirmSheet>
  )
}

function TermsSheet({ reseller, onClose, onDone }: SheetProps) {
  const t = useWords('resellers')
  const { resellerId } = reseller
  const [yuan, setYuan] = useState<number | string>((reseller.creditLimitFen ?? 0) / 100)
  const [percent, setPercent] = useState<number | string>(reseller.commissionPercent)
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t('termsTitle')}
      button={t('save')}
      disabled={yuan === '' || percent === ''}
      act={async () => {
        const terms = { creditLimitFen: fenOf(yuan), commissionPercent: Number(percent) }
        await call(consoleApi.resellers.setTerms, { resellerId, ...terms })
        showMessage('success', t('done'))
        onDone()
      }}
    >
      <p>{t('termsText')}</p>
      <MoneyInput name="creditLimitFen" label={t('creditYuan')} value={yuan} onChange={setYuan} />
      <NumberInput
        name="commissionPercent"
        label={t('percent')}
        value={percent}
        min={0}
        max={100}
        allowDecimal={false}
        onChange={setPercent}
      />
    </ConfirmSheet>
  )
}

function HandOverSheet({ reseller, onClose, onDone }: SheetProps) {
  const t = useWords('resellers')
  const { resellerId } = reseller
  const [ofReseller, setOfReseller] = useState<number | string>(reseller.owner?.resellerId ?? 0)
  const [userName, setUserName] = useState('')
  const [toNobody, setToNobody] = useState(false)
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t('handOverTitle')}
      button={toNobody ? t('handOverGoNobody') : t('handOverGo', { name: userName.trim() })}
      tone="danger"
      isFinal
      disabled={!toNobody && (userName.trim() === '' || ofReseller === '')}
      act={async () => {
        const to = toNobody ? null : { resellerId: Number(ofReseller), userName: userName.trim() }
        await call(consoleApi.resellers.handOver, { resellerId, to })
        showMessage('success', t('handedOver'))
        onDone()
      }}
    >
      <p className={css.pretty}>{t('handOverText')}</p>
      {toNobody ? null : (
        <>
          <NumberInput
            name="resellerId"
            label={t('handOverReseller')}
            value={ofReseller}
            min={0}
            allowDecimal={false}
            onChange={setOfReseller}
          />
          <TextInput
            name="userName"
            label={t('handOverUser')}
            value={userName}
            autoComplete="off"
            onChange={(event) => setUserName(event.currentTarget.value)}
          />
        </>
      )}
      <Checkbox
        name="toNobody"
        label={t('handOverNobody')}
        checked={toNobody}
        onChange={(event) => setToNobody(event.currentTarget.checked)}
      />
    </ConfirmSheet>
  )
}
