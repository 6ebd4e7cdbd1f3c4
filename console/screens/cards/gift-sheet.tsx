import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { formatBytes } from '../../../contract/bytes.ts'
import { consoleApi } from '../../../contract/console/api.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { copyText } from '../../../ui/device/copy-or-save.ts'
import { useIntentKey } from '../../../ui/forms/use-intent-key.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { EditRoom } from '../../features/form/edit-room.tsx'
import { EditSheet } from '../../features/form/edit-sheet.tsx'
import { Select } from '../../features/form/fields.tsx'
import { moneyText } from '../../features/show/money.tsx'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import css from './cards.module.css'

type Props = { opened: boolean; onClose: () => void; onMade: () => void }

/** What a link gives and costs; then its address, which nobody can read again. */
export function GiftSheet({ opened, onClose, onMade }: Props) {
  const t = useWords('cards')
  const base = useWords('base')
  const [url, setUrl] = useState<string | null | undefined>()
  const close = () => {
    setUrl(undefined)
    onClose()
  }
  return (
    <EditSheet opened={opened} onClose={close} title={t('giftMake')} closeLabel={base('close')}>
      {url === undefined ? (
        <GiftForm
          onMade={(made) => {
            setUrl(made)
            onMade()
          }}
        />
      ) : (
        <Made url={url} onClose={close} />
      )}
    </EditSheet>
  )
}

function GiftForm({ onMade }: { onMade: (url: string | null) => void }) {
  const t = useWords('cards')
  const { offers: route, make } = consoleApi.giftLinks
  const query = useQuery({ queryKey: [route.path], queryFn: () => call(route, {}), gcTime: 0 })
  const intent = useIntentKey()
  const [chosen, setChosen] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const choices = (query.data?.offers ?? []).flatMap(({ packageId, name, trafficBytes, prices }) =>
    prices.map(({ days, priceFen }) => ({
      value: `${packageId}:${days ?? ''}`,
      label:
        days === null
          ? t('giftTrafficOf', { name, amount: formatBytes(trafficBytes ?? 0) })
          : t('giftDaysOf', { name, days }),
      wish: { packageId, days, priceFen },
    })),
  )
  const wish = choices.find(({ value }) => value === chosen)?.wish
  async function pay(): Promise<void> {
    if (!wish) return
    setBusy(true)
    setFailure(null)
    try {
      const { url } = await call(make, { ...wish, key: intent.of(wish) })
      intent.settle()
      onMade(url)
    } catch (error) {
      setFailure(failureText(error))
      void query.refetch()
    } finally {
      setBusy(false)
    }
  }
  return (
    <EditRoom isSending={busy}>
      <form
        className={css.form}
        method="post"
        onSubmit={(event) => {
          event.preventDefault()
          void pay()
        }}
      >
        <Select
          name="gift"
          label={t('giftWhat')}
          data={choices.map(({ value, label }) => ({ value, label }))}
          value={chosen}
          allowDeselect={false}
          onChange={setChosen}
        />
        <p className={css.hint}>{query.data && choices.length === 0 ? t('giftNothing') : t('giftRule')}</p>
        {query.error ? <Callout tone="bad">{failureText(query.error)}</Callout> : null}
        {failure === null ? null : <Callout tone="bad">{failure}</Callout>}
        <ActionButton type="submit" fill busy={busy} disabled={!wish}>
          {t('giftPay', { amount: wish ? moneyText(wish.priceFen) : '' })}
        </ActionButton>
      </form>
    </EditRoom>
  )
}

function Made({ url, onClose }: { url: string | null; onClose: () => void }) {
  const t = useWords('cards')
  const base = useWords('base')
  const copy = async (text: string) => {
    const isCopied = await copyText(text)
    showMessage(isCopied ? 'success' : 'error', base(isCopied ? 'copied' : 'copyFailed'))
  }
  return (
    <div className={css.form}>
      <p className={css.strong}>{t('giftMade')}</p>
      <p className={css.hint}>{t(url === null ? 'giftMadeBefore' : 'giftMadeText')}</p>
      {url === null ? null : (
        <>
          <p className={css.link}>{url}</p>
          <ActionButton fill onClick={() => void copy(url)}>
            {t('giftCopy')}
          </ActionButton>
        </>
      )}
      <ActionButton fill tone="quiet" onClick={onClose}>
        {t('giftDone')}
      </ActionButton>
    </div>
  )
}
