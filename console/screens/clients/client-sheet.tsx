import { useState, type ReactNode } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import type { ClientFile, KeptClient, OwnClient } from '../../../contract/console/clients.ts'
import { FEED_FORMATS } from '../../../contract/feed-formats.ts'
import { SYSTEMS, type System } from '../../../contract/systems.ts'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { Checkbox, Select, TextInput } from '../../features/form/fields.tsx'
import { ConfirmSheet } from '../../features/show/confirm-sheet.tsx'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import { FILE, placeFor, type Places, placesOf } from './client-places.ts'
import { systemWords } from './system-words.ts'

type Props = {
  /** Null: a new entry. */
  row: KeptClient | null
  files: readonly ClientFile[]
  onClose: () => void
  onDone: () => void
}

const NEW: OwnClient = { name: '', systems: ['android'], format: 'mihomo', link: null, colour: '#2563c9' }

/** Describes an own client, and says for any client whether it is shown and where to get it. */
export function ClientSheet({ row, files, onClose, onDone }: Props) {
  const t = useWords('clients')
  const [clientId, setClientId] = useState(row?.clientId ?? '')
  const [own, setOwn] = useState<OwnClient>(() => (row ? ownOf(row) : NEW))
  const [isHidden, setHidden] = useState(row?.isHidden ?? false)
  const [reseller, setReseller] = useState(row?.resellerId === null || !row ? '' : String(row.resellerId))
  const [places, setPlaces] = useState<Places>(() => placesOf(row))
  const isOwn = row?.isOwn ?? true
  const systems = SYSTEMS.filter((system) => own.systems.includes(system))
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={row ? row.name : t('add')}
      button={t('save')}
      disabled={isOwn && (own.name.trim() === '' || clientId === '' || systems.length === 0)}
      act={async () => {
        await call(consoleApi.clients.save, {
          clientId,
          isHidden,
          ...(isOwn ? { own: { ...own, systems, name: own.name.trim() } } : {}),
          ...(isOwn && reseller !== '' ? { resellerId: Number(reseller) } : {}),
          places: systems.flatMap((system) => placeFor(system, places[system] ?? '')),
        })
        showMessage('success', t('saved'))
        onDone()
      }}
    >
      {isOwn ? (
        <OwnFields own={own} onChange={setOwn}>
          {row ? null : (
            <TextInput
              name="clientId"
              label={t('id')}
              description={t('idHint')}
              value={clientId}
              maxLength={40}
              autoComplete="off"
              onChange={(event) => setClientId(event.currentTarget.value)}
            />
          )}
          <TextInput
            name="resellerId"
            label={t('reseller')}
            description={t('resellerHint')}
            inputMode="numeric"
            value={reseller}
            maxLength={9}
            autoComplete="off"
            onChange={(event) => setReseller(event.currentTarget.value.replaceAll(/\D/g, ''))}
          />
        </OwnFields>
      ) : null}
      <Checkbox
        name="isHidden"
        label={t('hide')}
        checked={isHidden}
        onChange={(event) => setHidden(event.currentTarget.checked)}
      />
      <PlaceFields row={row} systems={systems} files={files} places={places} onChange={setPlaces} />
    </ConfirmSheet>
  )
}

type OwnProps = { own: OwnClient; onChange: (own: OwnClient) => void; children: ReactNode }

function OwnFields({ own, onChange, children }: OwnProps) {
  const t = useWords('clients')
  const toggle = (system: System, on: boolean) =>
    onChange({ ...own, systems: on ? [...own.systems, system] : own.systems.filter((one) => one !== system) })
  return (
    <>
      <TextInput
        name="name"
        label={t('name')}
        value={own.name}
        maxLength={40}
        autoComplete="off"
        onChange={(event) => onChange({ ...own, name: event.currentTarget.value })}
      />
      {children}
      <p>{t('systems')}</p>
      {SYSTEMS.map((system) => (
        <Checkbox
          key={system}
          name="systems"
          label={t(systemWords[system])}
          checked={own.systems.includes(system)}
          onChange={(event) => toggle(system, event.currentTarget.checked)}
        />
      ))}
      <Select
        name="format"
        label={t('format')}
        data={[...FEED_FORMATS]}
        value={own.format}
        allowDeselect={false}
        onChange={(format) => onChange({ ...own, format: format ?? own.format })}
      />
      <TextInput
        name="link"
        label={t('link')}
        description={t('linkHint')}
        value={own.link ?? ''}
        maxLength={300}
        autoComplete="off"
        onChange={(event) => onChange({ ...own, link: event.currentTarget.value.trim() || null })}
      />
      <TextInput
        name="colour"
        label={t('colour')}
        value={own.colour}
        maxLength={7}
        autoComplete="off"
        onChange={(event) => onChange({ ...own, colour: event.currentTarget.value.toLowerCase() })}
      />
    </>
  )
}

type PlacesProps = Pick<Props, 'row' | 'files'> & {
  systems: readonly System[]
  places: Places
  onChange: (places: Places) => void
}

function PlaceFields({ row, files, systems, places, onChange }: PlacesProps) {
  const t = useWords('clients')
  return (
    <>
      <p>{t('placesText')}</p>
      {systems.map((system) => (
        <PlaceField
          key={system}
          label={t(systemWords[system])}
          usual={row?.defaults.find((place) => place.system === system)?.url ?? ''}
          value={places[system] ?? ''}
          files={files}
          onChange={(value) => onChange({ ...places, [system]: value })}
        />
      ))}
    </>
  )
}

type PlaceProps = {
  label: string
  usual: string
  value: string
  files: readonly ClientFile[]
  onChange: (value: string) => void
}

/** An address to type, or a kept file to choose. */
function PlaceField({ label, usual, value, files, onChange }: PlaceProps) {
  const t = useWords('clients')
  const isFile = value.startsWith(FILE)
  const choices = files.map(({ fileId, name }) => ({ value: `${FILE}${fileId}`, label: name }))
  return (
    <>
      {isFile ? null : (
        <TextInput
          name="url"
          label={t('placeOf', { system: label })}
          placeholder={usual}
          value={value}
          maxLength={500}
          autoComplete="off"
          onChange={(event) => onChange(event.currentTarget.value.trim())}
        />
      )}
      {choices.length > 0 ? (
        <Select
          name="fileId"
          aria-label={t('fileOf', { system: label })}
          placeholder={t('orFile')}
          data={choices}
          value={isFile ? value : null}
          clearable
          onChange={(chosen) => onChange(chosen ?? '')}
        />
      ) : null}
    </>
  )
}

function ownOf({ name, systems, format, link, colour }: KeptClient): OwnClient {
  return { name, systems: [...systems], format, link, colour }
}
