import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import { keyOverlapsMinutes } from '../../../contract/console/key-choices.ts'
import type { KeyRow } from '../../../contract/console/keys.ts'
import type { Permission } from '../../../contract/permissions.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { recordText } from '../../../ui/words/date-text.ts'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import { EditSheet } from '../form/edit-sheet.tsx'
import { Select } from '../form/fields.tsx'
import { permissionWord } from '../role/permission-word.ts'
import { ConfirmSheet } from '../show/confirm-sheet.tsx'
import { FactRows } from '../show/fact-rows.tsx'
import { moneyText } from '../show/money.tsx'
import css from '../show/row-card.module.css'
import { ShownSecret } from '../show/shown-secret.tsx'
import { Tag } from '../show/tag.tsx'
import { useReloadKeys } from './use-keys.ts'

const overlapWords = { '0': 'overlap0', '60': 'overlap60', '1440': 'overlap1440', '10080': 'overlap10080' } as const
type Overlap = keyof typeof overlapWords

type Props = { row: KeyRow | null; canChange: boolean; onClose: () => void }

/** One key: what it may, and the ways to replace or end it. */
export function KeySheet({ row, canChange, onClose }: Props) {
  const t = useWords('connections')
  const base = useWords('base')
  const [text, setText] = useState<string | null>(null)
  const close = () => {
    setText(null)
    onClose()
  }
  return (
    <EditSheet
      opened={row !== null}
      onClose={close}
      title={text === null ? (row?.name ?? '') : t('keyRotated')}
      closeLabel={base('close')}
    >
      {row === null ? null : text === null ? (
        <div className={css.stack}>
          <Facts row={row} />
          {canChange && row.state !== 'revoked' ? <Ways row={row} onShown={setText} onClose={close} /> : null}
        </div>
      ) : (
        <ShownSecret kind="key" text={text} onDone={close} />
      )}
    </EditSheet>
  )
}

function Facts({ row }: { row: KeyRow }) {
  const t = useWords('connections')
  const words = useWords('permissions')
  const { permissions, resting, networks, callsPerMinute, dailyFen, spentFen } = row
  const rows = [
    ...(resting === 0 ? [] : [{ name: t('keyResting'), value: words('permissionsCount', { count: resting }) }]),
    { name: t('keyDaily'), value: t('keySpent', { spent: moneyText(spentFen), limit: moneyText(dailyFen) }) },
    { name: t('keyRate'), value: t('keyRateOf', { count: callsPerMinute }) },
    { name: t('keyNetworks'), value: networks.length === 0 ? t('keyEverywhere') : networks.join(' ') },
    { name: t('keyMadeBy'), value: `${row.madeBy} · ${recordText(row.createdAt)}` },
    { name: t('keyDays'), value: row.expiresAt === null ? t('daysNone') : recordText(row.expiresAt) },
    ...(row.oldUntil === null ? [] : [{ name: t('keyOldUntil'), value: recordText(row.oldUntil) }]),
  ]
  return (
    <>
      <p className={css.detail}>{words('rolePermissions')}</p>
      <p className={css.tags}>
        {permissions.length === 0 ? '—' : null}
        {permissions.map((one) => (
          <Tag key={one}>{words(permissionWord(one as Permission))}</Tag>
        ))}
      </p>
      <FactRows rows={rows} />
    </>
  )
}

type WaysProps = { row: KeyRow; onShown: (text: string) => void; onClose: () => void }

function Ways({ row, onShown, onClose }: WaysProps) {
  const t = useWords('connections')
  const reload = useReloadKeys()
  const [asking, setAsking] = useState<'nothing' | 'rotate' | 'revoke'>('nothing')
  const [overlap, setOverlap] = useState<Overlap>('60')
  const close = () => setAsking('nothing')
  return (
    <>
      {row.state === 'expired' ? null : (
        <ActionButton tone="quiet" fill onClick={() => setAsking('rotate')}>
          {t('rotateKey')}
        </ActionButton>
      )}
      <ActionButton tone="dangerQuiet" fill onClick={() => setAsking('revoke')}>
        {t('revokeKey')}
      </ActionButton>
      <ConfirmSheet
        opened={asking === 'rotate'}
        onClose={close}
        title={t('rotateKey')}
        button={t('rotateKey')}
        act={async () => {
          const overlapMinutes = keyOverlapsMinutes.find((one) => String(one) === overlap) ?? 0
          const { text } = await call(consoleApi.keys.rotate, { id: row.id, overlapMinutes })
          reload()
          onShown(text)
        }}
      >
        <p>{t('rotateText')}</p>
        <Select
          name="overlapMinutes"
          label={t('keyOverlap')}
          data={keyOverlapsMinutes.map(String).map((value) => ({ value, label: t(overlapWords[value as Overlap]) }))}
          value={overlap}
          allowDeselect={false}
          onChange={(value) => setOverlap((value ?? overlap) as Overlap)}
        />
      </ConfirmSheet>
      <ConfirmSheet
        opened={asking === 'revoke'}
        onClose={close}
        title={t('revokeKeyAsk', { name: row.name })}
        button={t('revokeKey')}
        tone="danger"
        isFinal
        act={async () => {
          await call(consoleApi.keys.revoke, { id: row.id })
          showMessage('success', t('keyEnded'))
          reload()
          onClose()
        }}
      >
        <p>{t('revokeKeyText')}</p>
      </ConfirmSheet>
    </>
  )
}
