import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { api } from '../../../contract/api.ts'
import type { GiftOffer } from '../../../contract/gifts.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import choice from '../../../ui/components/choice-list.module.css'
import { Icon } from '../../../ui/components/icon.tsx'
import { Bones, Loaded } from '../../../ui/components/loaded.tsx'
import { Sheet } from '../../../ui/components/sheet.tsx'
import { StepRoom } from '../../../ui/components/step-room.tsx'
import { useIntentKey } from '../../../ui/forms/use-intent-key.ts'
import { call } from '../../../ui/http/client.ts'
import { QrCode } from '../../../ui/qr/qr-code.tsx'
import { useCopy } from '../../features/account/use-copy.ts'
import { MoneyDone, MoneyFailure } from '../../features/buying/money-done.tsx'
import { useTopUpWay } from '../../features/buying/use-top-up-way.ts'
import { refreshAccount } from '../../session/refresh-account.ts'
import { useKnownInfo } from '../../state/known-info.ts'
import { useAmountText } from '../../words/amount-text.ts'
import { useWords } from '../../words/language.ts'
import css from './give-sheet.module.css'
import { useGiftText } from './use-worth-text.ts'

export function GiveSheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useWords('cards')
  const base = useWords('base')
  return (
    <Sheet opened={opened} onClose={onClose} title={t('giveTitle')} closeLabel={base('close')}>
      <Give onClose={onClose} />
    </Sheet>
  )
}

type Choice = Pick<GiftOffer, 'packageId' | 'name' | 'trafficBytes'> & GiftOffer['prices'][number]

function Give({ onClose }: { onClose: () => void }) {
  const t = useWords('cards')
  const query = useQuery({ queryKey: ['gift-offers'], queryFn: () => call(api.gifts.offers, {}) })
  const [url, setUrl] = useState<string | null | undefined>()
  if (url !== undefined) return <Made url={url} onClose={onClose} />
  return (
    <Loaded query={query} failed={t('giftsFailed')} bones={<Bones count={3} height={60} />} bonesClass="gap2">
      {({ offers }) => {
        const choices = offers.flatMap(({ prices, ...offer }) => prices.map((price) => ({ ...offer, ...price })))
        if (choices.length === 0) return <p className="soft">{t('giveNothing')}</p>
        return <Choices choices={choices} onMade={setUrl} />
      }}
    </Loaded>
  )
}

function Choices({ choices, onMade }: { choices: Choice[]; onMade: (url: string | null) => void }) {
  const t = useWords('cards')
  const buying = useWords('buying')
  const amountText = useAmountText()
  const giftText = useGiftText()
  const queries = useQueryClient()
  const intentKey = useIntentKey()
  const balanceFen = useKnownInfo((info) => info.balanceFen)
  const [at, setAt] = useState(0)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const { packageId, days, priceFen } = choices[at] ?? choices[0]!
  const missingFen = balanceFen === null ? 0 : priceFen - balanceFen
  const topUp = useTopUpWay()
  const pay = async () => {
    setBusy(true)
    setError(null)
    try {
      const wish = { packageId, days, priceFen }
      const { url } = await call(api.gifts.make, { ...wish, key: intentKey.of(wish) })
      intentKey.settle()
      await Promise.all([queries.invalidateQueries({ queryKey: ['gift-links'] }), refreshAccount(queries)])
      onMade(url)
    } catch (failure) {
      setError(failure)
      // Prices may have changed since they were read.
      void queries.invalidateQueries({ queryKey: ['gift-offers'] })
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="gap4">
      <fieldset className={choice.list}>
        <legend className={choice.legend}>{t('giveWhat')}</legend>
        {choices.map((one, index) => (
          <label key={`${one.packageId}:${one.days}`} className={choice.choice}>
            <input
              type="radio"
              className={choice.radio}
              name="gift"
              checked={index === at}
              onChange={() => setAt(index)}
            />
            <span className={css.what}>{giftText({ ...one, packageName: one.name })}</span>
            <span className={css.price}>{amountText(one.priceFen)}</span>
            <span className={choice.tick}>
              <Icon name="check" size={14} />
            </span>
          </label>
        ))}
      </fieldset>
      <p className="soft">{t('giveRule')}</p>
      {error === null ? null : <MoneyFailure error={error} />}
      {missingFen > 0 ? <p className="soft">{t('giveShort', { amount: amountText(missingFen) })}</p> : null}
      {missingFen > 0 && topUp ? (
        <ActionButton fill onClick={() => topUp.go(missingFen)}>
          {buying(topUp.label)}
        </ActionButton>
      ) : (
        <ActionButton fill busy={busy} disabled={missingFen > 0} onClick={() => void pay()}>
          {t('givePay', { amount: amountText(priceFen) })}
        </ActionButton>
      )}
    </div>
  )
}

/** The address is in this answer alone, so the sheet says so before it is closed. */
function Made({ url, onClose }: { url: string | null; onClose: () => void }) {
  const t = useWords('cards')
  const user = useWords('user')
  const copy = useCopy()
  const canShare = 'share' in navigator
  // Closing the system's share sheet rejects: that is no failure.
  const share = (link: string) => navigator.share({ title: t('giftShare'), url: link }).catch(() => {})
  return (
    <StepRoom step="done">
      <MoneyDone title={t('giftMade')} text={t(url === null ? 'giftMadeBefore' : 'giftMadeText')} onClose={onClose}>
        {url === null ? null : (
          <div className="gap3">
            <div className={css.qr}>
              <QrCode text={url} label={t('giftQr')} />
            </div>
            <p className={css.link}>{url}</p>
            <ActionButton fill onClick={() => void (canShare ? share(url) : copy(url))}>
              {canShare ? t('giftSend') : user('copy')}
            </ActionButton>
            {canShare ? (
              <ActionButton fill tone="quiet" onClick={() => void copy(url)}>
                {user('copy')}
              </ActionButton>
            ) : null}
          </div>
        )}
      </MoneyDone>
    </StepRoom>
  )
}
