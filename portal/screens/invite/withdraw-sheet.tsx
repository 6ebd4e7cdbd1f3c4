import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { api } from '../../../contract/api.ts'
import { limits } from '../../../contract/limits.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Field } from '../../../ui/components/auth/field.tsx'
import { Form } from '../../../ui/components/form.tsx'
import { Segments } from '../../../ui/components/segments.tsx'
import { Sheet } from '../../../ui/components/sheet.tsx'
import { StepRoom } from '../../../ui/components/step-room.tsx'
import type { IntentKey } from '../../../ui/forms/use-intent-key.ts'
import { useSubmit } from '../../../ui/forms/use-submit.ts'
import { call } from '../../../ui/http/client.ts'
import { FactorCode, OwnPassword } from '../../features/account/own-password.tsx'
import { amountRule, readYuan } from '../../features/paying/amounts.ts'
import { OutcomeSign } from '../../features/paying/outcome-step.tsx'
import { useAmountText } from '../../words/amount-text.ts'
import { useWords } from '../../words/language.ts'
import { useMoneyFailureText } from '../../words/money-failure-text.ts'
import { AmountField } from './amount-field.tsx'
import { type InviteSummary, INVITE_KEY } from './invite-data.ts'
import css from './invite.module.css'
import { PayoutRows } from './payout-rows.tsx'

type Props = { opened: boolean; onClose: () => void; summary: InviteSummary; intentKey: IntentKey }

export function WithdrawSheet({ opened, onClose, ...rest }: Props) {
  const t = useWords('invite')
  const base = useWords('base')
  return (
    <Sheet opened={opened} onClose={onClose} title={t('withdraw')} closeLabel={base('close')}>
      <Withdraw onClose={onClose} {...rest} />
    </Sheet>
  )
}

function Withdraw({ onClose, summary, intentKey }: Omit<Props, 'opened'>) {
  const t = useWords('invite')
  const [isAsked, setAsked] = useState(false)
  return (
    <StepRoom step={isAsked ? 'done' : 'form'}>
      {isAsked ? (
        <div className="gap4">
          <OutcomeSign tone="good" title={t('asked')} text={t('askedText', { days: summary.withdrawDays })} />
          <ActionButton fill onClick={onClose}>
            {t('done')}
          </ActionButton>
        </div>
      ) : (
        <WithdrawForm summary={summary} intentKey={intentKey} onAsked={() => setAsked(true)} />
      )}
    </StepRoom>
  )
}

const methods = ['alipay', 'wechat', 'bank'] as const
type Method = (typeof methods)[number]
const hints = { alipay: 'alipayHint', wechat: 'wechatHint', bank: 'bankHint' } as const

type WithdrawFormProps = { summary: InviteSummary; intentKey: IntentKey; onAsked: () => void }

export function WithdrawForm({ summary, intentKey, onAsked }: WithdrawFormProps) {
  const t = useWords('invite')
  const amountText = useAmountText()
  const { withdrawableFen } = summary
  const [method, setMethod] = useState<Method>('alipay')
  const [amountFen, setAmountFen] = useState<number | null>(withdrawableFen)
  const form = useWithdraw(summary, method, intentKey, onAsked)
  return (
    <Form onSubmit={form.onSubmit} failure={form.failure}>
      <p className={css.note}>{t('withdrawText', { amount: amountText(withdrawableFen) })}</p>
      <AmountField
        maxFen={withdrawableFen}
        error={form.problems.amount}
        onChange={(text) => setAmountFen(readYuan(text))}
      />
      <Segments
        label={t('method')}
        options={methods.map((value) => ({ value, label: t(value) }))}
        value={method}
        onChange={setMethod}
      />
      <Field
        name="account"
        label={t('account')}
        placeholder={t(hints[method])}
        autoComplete="off"
        error={form.problems.account}
      />
      <Field
        name="name"
        label={t('payee')}
        placeholder={t('payeeHint')}
        autoComplete="name"
        enterKeyHint="go"
        maxLength={limits.payoutNameMax}
        error={form.problems.name}
      />
      {form.asked.includes('passWord') ? (
        <div className="gap2">
          <p className={css.note}>{t('passwordNote')}</p>
          <OwnPassword error={form.problems.passWord} autoFocus />
        </div>
      ) : null}
      {form.asked.includes('totp') ? <FactorCode error={form.problems.totp} autoFocus /> : null}
      <PayoutRows summary={summary} amountFen={amountFen} />
      <ActionButton type="submit" fill busy={form.busy}>
        {t('withdrawNow')}
      </ActionButton>
    </Form>
  )
}

function useWithdraw(summary: InviteSummary, method: Method, intentKey: IntentKey, onAsked: () => void) {
  const t = useWords('invite')
  const account = useWords('account')
  const queries = useQueryClient()
  const explain = useMoneyFailureText()
  return useSubmit<'amount' | 'account' | 'name' | 'passWord' | 'totp'>({
    rules: {
      amount: amountRule({ label: t('amount'), minFen: summary.withdrawMinFen, maxFen: summary.withdrawableFen }),
      account: { label: t('account'), required: true, min: 3, max: limits.payoutAccountMax },
      name: { label: t('payee'), required: true, max: limits.payoutNameMax },
      passWord: { label: account('password') },
      totp: { label: account('code') },
    },
    exact: ['passWord'],
    // A remembered session must give the password here; a code is asked for if TOTP is on.
    asks: { 'auth.password_required': 'passWord', 'auth.totp_required': 'totp' },
    refusals: { 'commission.short': 'amount', 'auth.wrong_password': 'passWord', 'auth.totp_wrong': 'totp' },
    explain,
    send: async ({ amount, account, name, passWord, totp }) => {
      const wanted = { amountFen: readYuan(amount) ?? 0, method, account, name }
      const proof = { ...(passWord === '' ? {} : { passWord }), ...(totp === '' ? {} : { totp }) }
      await call(api.invites.withdraw, { ...wanted, ...proof, key: intentKey.of(wanted) })
      intentKey.settle()
      await queries.invalidateQueries({ queryKey: INVITE_KEY })
      onAsked()
    },
  })
}
