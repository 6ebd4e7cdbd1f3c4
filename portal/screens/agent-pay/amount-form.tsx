import { type FormEvent, useState } from 'react'

import { formatFen } from '../../../contract/money.ts'
import type { PayType } from '../../../contract/payments.ts'
import { Button } from '../../../ui/components/auth/button.tsx'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { prepareProof } from '../../../ui/forms/captcha.ts'
import PictureField from '../../../ui/forms/picture-field.tsx'
import { useCaptcha } from '../../../ui/forms/use-captcha.ts'
import { ApiError } from '../../../ui/http/api-error.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { AmountChoice } from '../../features/paying/amount-choice.tsx'
import { agentPayBounds } from '../../features/paying/amounts.ts'
import { PayFailure } from '../../features/paying/payment-steps.tsx'
import { SandboxNote } from '../../features/paying/sandbox-note.tsx'
import type { Trade, Bill } from '../../features/paying/trade.ts'
import { useAmount } from '../../features/paying/use-amount.ts'
import type { Payment } from '../../features/paying/use-payment.ts'
import { WayChoice, usePayTypes } from '../../features/paying/way-choice.tsx'
import { wayFor, withFee } from '../../features/paying/way-note.ts'
import { useWords } from '../../words/language.ts'
import css from './agent-pay.module.css'
import type { AgentCard } from './find-form.tsx'

type Props = { agent: AgentCard; payment: Payment; onChange: () => void; onBegun: (trade: Trade) => void }

export function AmountForm({ agent, payment, onChange, onBegun }: Props) {
  const t = useWords('agent-pay')
  const amount = useAmount({
    label: t('amount'),
    bounds: agentPayBounds,
    first: null,
  })
  const ways = usePayTypes('daili', agent.daili_id)
  const [chosen, setChosen] = useState<PayType | null>(null)
  const types = ways.state === 'ready' ? ways.types : []
  const way = wayFor(types, chosen?.id ?? null, amount.fen)
  const { start, captcha, isBusy, failure, problem } = useStart(payment, onBegun)

  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    amount.check()
    const answer = String(new FormData(event.currentTarget).get('captcha') ?? '').trim()
    if (amount.fen === null || !way || isBusy) return
    void start({ type: 'daili', daili_id: agent.daili_id, amountFen: amount.fen }, way, answer)
  }

  const label = amount.fen === null ? t('payPlain') : t('pay', { amount: `¥${formatFen(withFee(amount.fen, way))}` })
  return (
    <>
      {way?.sandbox ? <SandboxNote /> : null}
      <AgentHead agent={agent} onChange={onChange} />
      {agent.acceptsPayment ? (
        <form
          className="gap4"
          method="post"
          noValidate
          onSubmit={onSubmit}
          onFocus={captcha.picture ? undefined : prepareProof}
        >
          <AmountChoice
            amount={amount}
            presets={agentPayBounds.presetsFen}
            label={t('amount')}
            ownLabel={t('ownAmount')}
            hint={t('ownHint', agentPayBounds.words)}
          />
          <WayChoice ways={ways} amountFen={amount.fen} chosenId={way?.id ?? null} onChoose={setChosen} />
          {captcha.picture ? (
            <PictureField picture={captcha.picture} error={problem} onRenew={captcha.renewPicture} />
          ) : null}
          {failure ? <PayFailure error={failure} /> : null}
          {way ? (
            <Button type="submit" busy={isBusy}>
              {isBusy ? t('starting') : label}
            </Button>
          ) : null}
        </form>
      ) : (
        <Callout tone="info">{t('notAccepting')}</Callout>
      )}
    </>
  )
}

/** Starts a payment without an account, with a proof that the payer is a person. */
export function useStart(payment: Payment, onBegun: (trade: Trade) => void) {
  const captcha = useCaptcha()
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)

  async function start(bill: Bill, way: PayType, answer: string): Promise<void> {
    setIsBusy(true)
    setFailure(null)
    try {
      await captcha.withProof(answer, async (proof) => {
        const trade = await payment.start(bill, way, proof)
        if (trade) onBegun(trade)
      })
    } catch (error) {
      setFailure(error)
    } finally {
      setIsBusy(false)
    }
  }

  const isWrongPicture = failure instanceof ApiError && failure.code === 'auth.captcha_wrong'
  return {
    start,
    captcha,
    isBusy,
    problem: isWrongPicture ? failureText(failure) : undefined,
    /** Do not repeat an error that is shown beside the picture. */
    failure: isWrongPicture && captcha.picture ? null : failure,
  }
}

/** The reseller's public card: enough to check that it is the right one. */
export function AgentHead({ agent, onChange }: { agent: AgentCard; onChange: () => void }) {
  const t = useWords('agent-pay')
  return (
    <div className={css.agent}>
      <img className={css.icon} src={agent.icon} alt="" width="44" height="44" />
      <div className={css.words}>
        <p className={css.name}>{agent.title}</p>
        <p className="soft">
          {t('number', { id: agent.daili_id })}
          {agent.ownerMasked ? ` · ${t('owner', { name: agent.ownerMasked })}` : ''}
        </p>
      </div>
      <button type="button" className={css.change} onClick={onChange}>
        {t('change')}
      </button>
    </div>
  )
}
