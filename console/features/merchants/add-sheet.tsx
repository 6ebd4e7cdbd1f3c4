import { Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'

import type { MerchantRow } from '../../../contract/console/merchants.ts'
import { Segments } from '../../../ui/components/segments.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import { ConfirmSheet } from '../show/confirm-sheet.tsx'
import { KeyFields, type Keys } from './key-fields.tsx'
import { useMerchantApi } from './merchant-api.ts'
import { useWrongFields, type Wrong } from './use-wrong-fields.ts'

const CHANNELS = ['alipay', 'wxpay', 'qqpay'] as const
type Channel = (typeof CHANNELS)[number]
type Draft = {
  provider: MerchantRow['provider']
  name: string
  appId: string
  sellerId: string
  gatewayUrl: string
  channels: readonly Channel[]
  isKeyNamed: boolean
  keys: Keys
}
type FieldProps = { draft: Draft; set: (part: Partial<Draft>) => void }

const FIRST: Draft = {
  provider: 'alipay',
  name: '',
  appId: '',
  sellerId: '',
  gatewayUrl: '',
  channels: ['alipay'],
  isKeyNamed: false,
  keys: { secret: '', alipayPublicKey: '' },
}

function inputOf({ provider, name, appId, sellerId, gatewayUrl, channels, isKeyNamed, keys }: Draft) {
  const same = { provider, name: name.trim(), appId: appId.trim(), secret: keys.secret }
  const gateway = gatewayUrl.trim() === '' ? {} : { gatewayUrl: gatewayUrl.trim() }
  return provider === 'alipay'
    ? { ...same, ...gateway, sellerId: sellerId.trim(), alipayPublicKey: keys.alipayPublicKey }
    : { ...same, ...gateway, channels: [...channels], isKeyNamed }
}

type Props = { isPlatform: boolean; onClose: () => void; onDone: () => void }

/** Adds an account. Its keys are tried at the gateway before users see it. */
export function AddSheet({ isPlatform, onClose, onDone }: Props) {
  const t = useWords('payment')
  const api = useMerchantApi()
  const [draft, setDraft] = useState(FIRST)
  const { wrong, noting } = useWrongFields()
  const set = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }))
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t('add')}
      button={t('tryAndGo')}
      act={async () => {
        await noting(call(api.add, inputOf(draft)))
        showMessage('success', t('added'))
        onDone()
      }}
    >
      <Segments
        label={t('provider')}
        value={draft.provider}
        options={(['alipay', 'epay'] as const).map((value) => ({ value, label: t(`provider_${value}`) }))}
        onChange={(provider) => set({ provider })}
      />
      <TextInput
        label={t('name')}
        description={t('nameHint')}
        maxLength={40}
        error={wrong('name')}
        value={draft.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <TextInput
        label={t(draft.provider === 'alipay' ? 'appId' : 'pid')}
        autoComplete="off"
        error={wrong('appId')}
        value={draft.appId}
        onChange={(event) => set({ appId: event.currentTarget.value })}
      />
      {isPlatform || draft.provider === 'epay' ? <Gateway draft={draft} set={set} wrong={wrong} /> : null}
      {draft.provider === 'alipay' ? (
        <TextInput
          label={t('sellerId')}
          inputMode="numeric"
          maxLength={16}
          autoComplete="off"
          error={wrong('sellerId')}
          value={draft.sellerId}
          onChange={(event) => set({ sellerId: event.currentTarget.value })}
        />
      ) : (
        <EpayFields draft={draft} set={set} />
      )}
      <KeyFields provider={draft.provider} keys={draft.keys} onChange={(keys) => set({ keys })} wrong={wrong} />
    </ConfirmSheet>
  )
}

function EpayFields({ draft, set }: FieldProps) {
  const t = useWords('payment')
  const toggle = (channel: Channel, isWanted: boolean) =>
    set({ channels: CHANNELS.filter((one) => (one === channel ? isWanted : draft.channels.includes(one))) })
  return (
    <>
      {CHANNELS.map((channel) => (
        <Checkbox
          key={channel}
          label={t(channel)}
          checked={draft.channels.includes(channel)}
          onChange={(event) => toggle(channel, event.currentTarget.checked)}
        />
      ))}
      <Checkbox
        label={t('keyNamed')}
        checked={draft.isKeyNamed}
        onChange={(event) => set({ isKeyNamed: event.currentTarget.checked })}
      />
    </>
  )
}

/** The gateway's address: EPay needs its site. For Alipay only the platform sets one, on this machine, for tests. */
function Gateway({ draft, set, wrong }: FieldProps & { wrong: Wrong }) {
  const t = useWords('payment')
  const isAlipay = draft.provider === 'alipay'
  return (
    <TextInput
      label={t('gateway')}
      description={t(isAlipay ? 'gatewayAlipayHint' : 'gatewayHint')}
      placeholder={isAlipay ? 'https://openapi.alipay.com/gateway.do' : 'https://pay.example.com'}
      inputMode="url"
      autoComplete="off"
      error={wrong('gatewayUrl')}
      value={draft.gatewayUrl}
      onChange={(event) => set({ gatewayUrl: event.currentTarget.value })}
    />
  )
}
