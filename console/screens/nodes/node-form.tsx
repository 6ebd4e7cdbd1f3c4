import { Checkbox as PlainCheckbox } from '@mantine/core'
import { Fragment } from 'react'

import { nodeProtocols, nodeSuits } from '../../../contract/console/choices.ts'
import { Segments } from '../../../ui/components/segments.tsx'
import { Checkbox, NumberInput, PasswordInput, Select, TextInput } from '../../features/form/fields.tsx'
import items from '../../features/show/item-rows.module.css'
import { useWords } from '../../words/language.ts'
import { endsAllForOne, lacksUdp, settingGroups, type NodeDraft, type Setting } from './node-draft.ts'
import css from './nodes.module.css'

/** As the server calls them. */
const NAMES: Partial<Record<keyof NodeDraft, string>> = { nameZhTw: 'zh-TW', nameEn: 'en' }
const CERT_WORDS = {
  file: 'certMode_file',
  self: 'certMode_self',
  http: 'certMode_http',
  dns: 'certMode_dns',
} as const
type CertMode = keyof typeof CERT_WORDS
type Props = { draft: NodeDraft; set: (part: Partial<NodeDraft>) => void }

/** Fields that can be changed at any time. */
export function PlaceFields({ draft, set }: Props) {
  const t = useWords('nodes')
  const field = (key: 'name' | 'nameZhTw' | 'nameEn' | 'region' | 'address', label: string, hint?: string) => (
    <TextInput
      name={NAMES[key] ?? key}
      label={label}
      {...(hint ? { description: hint } : {})}
      autoComplete="off"
      value={draft[key]}
      onChange={(event) => set({ [key]: event.currentTarget.value })}
    />
  )
  const number = (key: 'port' | 'ratePercent' | 'capacity' | 'speedMbps', label: string, hint?: string) => (
    <NumberInput
      name={key}
      label={label}
      {...(hint ? { description: hint } : {})}
      min={0}
      allowDecimal={false}
      value={draft[key]}
      onChange={(value) => set({ [key]: Number(value) })}
    />
  )
  return (
    <>
      {field('name', t('name'))}
      <div className={css.pair}>
        {field('nameZhTw', t('nameZhTw'))}
        {field('nameEn', t('nameEn'))}
      </div>
      <div className={css.pair}>
        {field('address', t('host'), t('hostHint'))}
        {number('port', t('port'))}
      </div>
      <div className={css.pair}>
        {field('region', t('region'), t('regionHint'))}
        {number('ratePercent', t('ratePercent'), t('rateHint'))}
      </div>
      <div className={css.pair}>
        {number('capacity', t('capacity'))}
        {number('speedMbps', t('speedMbps'))}
      </div>
      <PlainCheckbox.Group label={t('suits')} value={draft.suits} onChange={(suits) => set({ suits: suits as never })}>
        <div className={css.checks}>
          {nodeSuits.map((suit) => (
            <PlainCheckbox key={suit} value={suit} label={t(suit)} />
          ))}
        </div>
      </PlainCheckbox.Group>
    </>
  )
}

/** Fields that are chosen once, because lines are made for them. */
export function ShapeFields({ draft, set }: Props) {
  const t = useWords('nodes')
  return (
    <>
      <Segments
        label={t('connection')}
        value={draft.connection}
        options={(['agent', 'uniproxy'] as const).map((value) => ({ value, label: t(`connection_${value}`) }))}
        onChange={(connection) => set({ connection, settings: {} })}
      />
      <Select
        name="protocol"
        label={t('protocol')}
        data={draft.connection === 'agent' ? nodeProtocols.slice(0, 5) : [...nodeProtocols]}
        value={draft.protocol}
        allowDeselect={false}
        onChange={(protocol) => set({ protocol: protocol as NodeDraft['protocol'], settings: {} })}
      />
      <TextInput
        name="onlyFor"
        label={t('forWhom')}
        description={t('forWhomHint')}
        inputMode="numeric"
        autoComplete="off"
        value={draft.onlyFor}
        onChange={(event) => set({ onlyFor: event.currentTarget.value })}
      />
    </>
  )
}

export function SettingFields({ draft, set, isNew }: Props & { isNew: boolean }) {
  const t = useWords('nodes')
  const put = (key: string, value: string | number | boolean) => set({ settings: { ...draft.settings, [key]: value } })
  return (
    <>
      {settingGroups(draft).map(([group, settings]) => (
        <Fragment key={group}>
          <h3 className={items.heading}>{t(`group_${group}`)}</h3>
          {group === 'connection' && lacksUdp(draft) ? <p className={items.soft}>{t('noUdp')}</p> : null}
          {group === 'connection' && endsAllForOne(draft) ? <p className={items.soft}>{t('endsAllForOne')}</p> : null}
          {group === 'certificate' && draft.settings['certMode'] === 'self' ? (
            <p className={items.soft}>{t('certSelfHint')}</p>
          ) : null}
          {settings.map((setting) => (
            <SettingField
              key={setting.key}
              setting={setting}
              label={t(`set_${setting.key}`)}
              value={draft.settings[setting.key]}
              onChange={(value) => put(setting.key, value)}
            />
          ))}
        </Fragment>
      ))}
      {isNew && draft.settings['security'] === 'reality' ? (
        <PasswordInput
          name="realityPrivateKey"
          label={t('privateKey')}
          description={t('privateKeyHint')}
          autoComplete="off"
          value={draft.privateKey}
          onChange={(event) => set({ privateKey: event.currentTarget.value })}
        />
      ) : null}
      {isNew && draft.settings['encryption'] ? (
        <PasswordInput
          name="decryption"
          label={t('decryption')}
          description={t('decryptionHint')}
          autoComplete="off"
          value={draft.decryption}
          onChange={(event) => set({ decryption: event.currentTarget.value })}
        />
      ) : null}
    </>
  )
}

type FieldProps = {
  setting: Setting
  label: string
  value: string | number | boolean | undefined
  onChange: (value: string | number | boolean) => void
}

function SettingField({ setting: { key, kind, options = [], isSet }, label, value, onChange }: FieldProps) {
  const t = useWords('nodes')
  if (kind === 'flag') {
    return (
      <Checkbox
        name={key}
        label={label}
        checked={value === true}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    )
  }
  if (kind === 'choice') {
    return (
      <Select
        name={key}
        label={label}
        data={options.map((option) => ({
          value: option,
          label: key === 'certMode' ? t(CERT_WORDS[option as CertMode]) : option,
        }))}
        placeholder={t('noChoice')}
        value={value === undefined ? (isSet ? options[0]! : null) : String(value)}
        allowDeselect={!isSet}
        clearable={!isSet}
        onChange={(chosen) => onChange(chosen ?? '')}
      />
    )
  }
  if (kind === 'number') {
    const shown = typeof value === 'number' ? value : ''
    return (
      <NumberInput
        name={key}
        label={label}
        min={1}
        allowDecimal={false}
        value={shown}
        onChange={(given) => onChange(given === '' ? '' : Number(given))}
      />
    )
  }
  return (
    <TextInput
      name={key}
      label={label}
      autoComplete="off"
      spellCheck={false}
      value={String(value ?? '')}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
