import { useState } from 'react'

import { Segments } from '../../../ui/components/segments.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import { Checkbox, TextInput } from '../form/fields.tsx'
import { ConfirmSheet } from '../show/confirm-sheet.tsx'
import { KeyFields } from './key-fields.tsx'
import { useMerchantApi } from './merchant-api.ts'
import { type Channel, CHANNELS, FIRST, type MerchantDraft, merchantOf } from './merchant-draft.ts'
import { useWrongFields, type Wrong } from './use-wrong-fields.ts'

type FieldProps = { draft: MerchantDraft; set: (part: Partial<MerchantDraft>) => void }

type Props = { isPlatform: boolean; onClose: () => void; onDone: () => void }

/** Adds an account. Its keys are tried at the gateway before users see it. */
export function AddSheet({ isPlatform, onClose, onDone }: Props) {
  const t = useWords('payment')
  const api = useMerchantApi()
  const [draft, setDraft] = useState(FIRST)
  const { wrong, noting } = useWrongFields()
  const set = (part: Partial<MerchantDraft>) => setDraft((before) => ({ ...before, ...part }))
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t('add')}
      button={t('tryAndGo')}
      act={async () => {
        await noting(call(api.add, merchantOf(draft)))
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
        name="name"
        label={t('name')}
        description={t('nameHint')}
        maxLength={40}
        error={wrong('name')}
        value={draft.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <TextInput
        name="appId"
        label={t(draft.provider === 'alipay' ? 'appId' : 'pid')}
        autoComplete="off"
        error={wrong('appId')}
        value={draft.appId}
        onChange={(event) => set({ appId: event.currentTarget.value })}
      />
      {isPlatform || draft.provider === 'epay' ? <Gateway draft={draft} set={set} wrong={wrong} /> : null}
      {draft.provider === 'alipay' ? (
        <TextInput
          name="sellerId"
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
          name="channels"
          key={channel}
          label={t(channel)}
          checked={draft.channels.includes(channel)}
          onChange={(event) => toggle(channel, event.currentTarget.checked)}
        />
      ))}
      <Checkbox
        name="isKeyNamed"
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
      name="gatewayUrl"
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
