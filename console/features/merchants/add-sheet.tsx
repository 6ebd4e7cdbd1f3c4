import { useState } from 'react'

import { payChannels, type PayChannel, providerIds, providers } from '../../../contract/providers.ts'
import { Segments } from '../../../ui/components/segments.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import { Checkbox, TextInput } from '../form/fields.tsx'
import { ConfirmSheet } from '../show/confirm-sheet.tsx'
import { KeyFields } from './key-fields.tsx'
import { useMerchantApi } from './merchant-api.ts'
import { FIRST, type MerchantDraft, merchantOf } from './merchant-draft.ts'
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
  const { gatewayUrl, channels } = providers[draft.provider]
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
        options={providerIds.map((value) => ({ value, label: t(`provider.${value}`) }))}
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
        label={t(`appId_${draft.provider}`)}
        autoComplete="off"
        error={wrong('appId')}
        value={draft.appId}
        onChange={(event) => set({ appId: event.currentTarget.value })}
      />
      {isPlatform || gatewayUrl === null ? <Gateway draft={draft} set={set} wrong={wrong} /> : null}
      {channels.length > 1 ? <Channels draft={draft} set={set} /> : null}
      <KeyFields provider={draft.provider} keys={draft.keys} onChange={(keys) => set({ keys })} wrong={wrong} />
    </ConfirmSheet>
  )
}

function Channels({ draft, set }: FieldProps) {
  const t = useWords('payment')
  const toggle = (channel: PayChannel, isWanted: boolean) =>
    set({ channels: payChannels.filter((one) => (one === channel ? isWanted : draft.channels.includes(one))) })
  return providers[draft.provider].channels.map((channel) => (
    <Checkbox
      name="channels"
      key={channel}
      label={t(channel)}
      checked={draft.channels.includes(channel)}
      onChange={(event) => toggle(channel, event.currentTarget.checked)}
    />
  ))
}

/** The gateway's address. Where the provider has a fixed one, only the platform sets one, on this machine, for tests. */
function Gateway({ draft: { provider, gatewayUrl }, set, wrong }: FieldProps & { wrong: Wrong }) {
  const t = useWords('payment')
  return (
    <TextInput
      name="gatewayUrl"
      label={t('gateway')}
      description={t(`gateway_${provider}`)}
      placeholder={providers[provider].gatewayUrl ?? 'https://pay.example.com'}
      inputMode="url"
      autoComplete="off"
      error={wrong('gatewayUrl')}
      value={gatewayUrl}
      onChange={(event) => set({ gatewayUrl: event.currentTarget.value })}
    />
  )
}
