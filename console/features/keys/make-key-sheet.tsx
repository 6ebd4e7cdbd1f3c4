import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import { keyRates } from '../../../contract/console/key-choices.ts'
import { keyPermissions } from '../../../contract/permissions.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { FilterChips } from '../../../ui/components/filter-chips.tsx'
import { useSubmit } from '../../../ui/forms/use-submit.ts'
import { call } from '../../session/call.ts'
import { useMay } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import { EditForm } from '../form/edit-form.tsx'
import { EditSheet } from '../form/edit-sheet.tsx'
import { MoneyInput, Select, Textarea } from '../form/fields.tsx'
import { Field } from '../form/plain-fields.tsx'
import { PermissionBoxes } from '../role/choice-boxes.tsx'
import items from '../show/item-rows.module.css'
import { ShownSecret } from '../show/shown-secret.tsx'
import { type KeyPreset, keyPresets, presetOf } from './key-presets.ts'
import { type KeyDraft, NEW_KEY, wishOf } from './key-wish.ts'
import css from './keys.module.css'
import { useReloadKeys } from './use-keys.ts'

const lasts = ['30', '90', '365', ''] as const
const lastWords = { '30': 'days30', '90': 'days90', '365': 'days365', '': 'daysNone' } as const

/** A new key. Once it is made, the sheet shows it, this one time. */
export function MakeKeySheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useWords('connections')
  const base = useWords('base')
  const [text, setText] = useState<string | null>(null)
  const close = () => {
    setText(null)
    onClose()
  }
  return (
    <EditSheet
      opened={opened}
      onClose={close}
      title={t(text === null ? 'newKey' : 'keyMade')}
      closeLabel={base('close')}
      wide
    >
      {text === null ? <KeyForm onMade={setText} /> : <ShownSecret kind="key" text={text} onDone={close} />}
    </EditSheet>
  )
}

type DraftProps = { draft: KeyDraft; onChange: (change: Partial<KeyDraft>) => void }

function KeyForm({ onMade }: { onMade: (text: string) => void }) {
  const t = useWords('connections')
  const may = useMay()
  const reload = useReloadKeys()
  const [draft, setDraft] = useState(NEW_KEY)
  const [preset, setPreset] = useState<KeyPreset | null>(null)
  const change = (part: Partial<KeyDraft>) => setDraft((now) => ({ ...now, ...part }))
  const choose = (next: KeyPreset) => {
    setPreset(next)
    if (next !== 'own') change({ chosen: presetOf(next, may) })
  }
  const form = useSubmit<'name'>({
    rules: { name: { label: t('keyName'), required: true, max: 40 } },
    send: async ({ name }) => {
      const { text } = await call(consoleApi.keys.make, { name, ...wishOf(draft) })
      reload()
      onMade(text)
    },
  })
  return (
    <EditForm form={form}>
      <Field
        name="name"
        label={t('keyName')}
        hint={t('keyNameHint')}
        maxLength={40}
        autoComplete="off"
        error={form.problems.name}
      />
      <Kinds preset={preset} onChoose={choose} />
      <details className={css.fold} open={preset === 'own'}>
        <summary className={css.summary}>{t('permissionsFolded', { count: draft.chosen.size })}</summary>
        <PermissionBoxes
          offered={keyPermissions.filter(may)}
          note={t('keyNote')}
          chosen={draft.chosen}
          onChange={(chosen) => change({ chosen })}
        />
      </details>
      <Bounds draft={draft} onChange={change} />
      <ActionButton type="submit" fill busy={form.busy} disabled={draft.chosen.size === 0}>
        {t('newKey')}
      </ActionButton>
    </EditForm>
  )
}

/** Nothing is preset: a kind is chosen, and its permissions can be changed one by one. */
function Kinds({ preset, onChoose }: { preset: KeyPreset | null; onChoose: (preset: KeyPreset) => void }) {
  const t = useWords('connections')
  return (
    <div className={css.kinds}>
      <FilterChips<KeyPreset | 'none'>
        label={t('keyPreset')}
        options={keyPresets.map((value) => ({ value, label: t(`preset_${value}`) }))}
        value={preset ?? 'none'}
        onChange={(value) => {
          if (value !== 'none') onChoose(value)
        }}
      />
      {preset === null ? null : <p className={items.soft}>{t(`preset_${preset}Text`)}</p>}
    </div>
  )
}

/** What it may spend, how long it is good, how often and from where it may call. */
function Bounds({ draft, onChange }: DraftProps) {
  const t = useWords('connections')
  return (
    <>
      <MoneyInput
        name="dailyFen"
        label={t('keyDaily')}
        description={t('keyDailyHint')}
        value={draft.daily}
        hideControls
        onChange={(daily) => onChange({ daily })}
      />
      <Select
        name="days"
        label={t('keyDays')}
        data={lasts.map((value) => ({ value, label: t(lastWords[value]) }))}
        value={draft.days}
        allowDeselect={false}
        onChange={(days) => onChange({ days: days ?? draft.days })}
      />
      <Select
        name="callsPerMinute"
        label={t('keyRate')}
        data={keyRates.map((value) => ({ value: String(value), label: t('keyRateOf', { count: value }) }))}
        value={draft.rate}
        allowDeselect={false}
        onChange={(rate) => onChange({ rate: rate ?? draft.rate })}
      />
      <Textarea
        name="networks"
        label={t('keyNetworks')}
        description={t('keyNetworksHint')}
        value={draft.networks}
        autosize
        minRows={2}
        onChange={({ currentTarget }) => onChange({ networks: currentTarget.value })}
      />
    </>
  )
}
