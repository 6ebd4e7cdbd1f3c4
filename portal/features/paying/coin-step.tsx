import { coinOf } from '../../../contract/coins.ts'
import type { PayQuote } from '../../../contract/payments.ts'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { copyText } from '../../../ui/device/copy-or-save.ts'
import { QrCode } from '../../../ui/qr/qr-code.tsx'
import { useWords } from '../../words/language.ts'
import css from './coin-step.module.css'

/** What somebody sends from a wallet: exactly so many coins, on this chain, to this address. */
export function CoinBill({ quote, address }: { quote: PayQuote; address: string }) {
  const t = useWords('paying')
  const { coin, chain } = coinOf(quote.unit) ?? { coin: quote.unit, chain: '' }
  return (
    <div className={css.bill}>
      <div className={css.line}>
        <span className={css.label}>{t('coinExact')}</span>
        <span className={css.amount}>
          {quote.amount} <span className={css.coin}>{coin}</span>
        </span>
        <Copy text={quote.amount} label={t('coinCopyAmount')} />
      </div>
      <p className={css.chain}>
        <span className={css.label}>{t('coinChain')}</span>
        <strong>{chain}</strong>
      </p>
      <QrCode text={address} label={t('coinQr')} />
      <div className={css.line}>
        <span className={css.label}>{t('coinAddress')}</span>
        <Address text={address} />
        <Copy text={address} label={t('coinCopyAddress')} />
      </div>
      <ul className={css.notes}>
        <li>{t('coinNoteAmount', { amount: quote.amount, coin })}</li>
        <li>{t('coinNoteChain', { chain, coin })}</li>
        <li>{t('coinNoteFee')}</li>
      </ul>
    </div>
  )
}

/** Its two ends stand out: who compares a pasted address looks there. */
function Address({ text }: { text: string }) {
  const t = useWords('paying')
  const [head, body, tail] = [text.slice(0, 6), text.slice(6, -6), text.slice(-6)]
  return (
    <code className={css.address} aria-label={text} title={t('coinCompare')}>
      <b>{head}</b>
      {body}
      <b>{tail}</b>
    </code>
  )
}

function Copy({ text, label }: { text: string; label: string }) {
  const t = useWords('paying')
  const copy = async () => {
    const isCopied = await copyText(text)
    showMessage(isCopied ? 'success' : 'error', t(isCopied ? 'coinCopied' : 'coinNotCopied'))
  }
  return (
    <button type="button" className={css.copy} aria-label={label} onClick={() => void copy()}>
      {t('coinCopy')}
    </button>
  )
}

/** Money was seen: nothing is left to do, and nothing gets lost when the page closes. */
export function CoinSeen() {
  const t = useWords('paying')
  const steps = [t('coinStepSent'), t('coinStepSeen'), t('coinStepDone')]
  return (
    <>
      <ol className={css.steps}>
        {steps.map((step, at) => (
          <li
            key={step}
            data-state={at === 0 ? 'done' : at === 1 ? 'now' : 'next'}
            aria-current={at === 1 ? 'step' : undefined}
          >
            {step}
          </li>
        ))}
      </ol>
      <Callout tone="info">{t('coinSeenText')}</Callout>
    </>
  )
}
