import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Static } from 'typebox'

import { consoleApi } from '../../../contract/console/api.ts'
import type { ShownReseller } from '../../../contract/console/resellers.ts'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { Checkbox, Select } from '../../features/form/fields.tsx'
import { ConfirmSheet } from '../../features/show/confirm-sheet.tsx'
import { Section } from '../../features/show/section.tsx'
import { call } from '../../session/call.ts'
import { useMay } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import css from './reseller.module.css'

type Props = { reseller: ShownReseller; onDone: () => void }

/** The shared nodes that it sells. */
export function NodesCard({ reseller, onDone }: Props) {
  const t = useWords('resellers')
  const mayChange = useMay()('resellers.write')
  const [changing, setChanging] = useState(false)
  const names = reseller.groups.filter(({ has }) => has).map(({ name }) => name)
  return (
    <Section
      title={t('groups')}
      end={
        mayChange ? (
          <button type="button" className={css.press} onClick={() => setChanging(true)}>
            {t('edit')}
          </button>
        ) : null
      }
    >
      <p className={css.soft}>{names.length === 0 ? t('groupsAll') : names.join(' · ')}</p>
      {changing ? <GroupsSheet reseller={reseller} onDone={onDone} onClose={() => setChanging(false)} /> : null}
    </Section>
  )
}

/** Before saving, shows how many lines are affected and can move them; all other lines stay. */
function GroupsSheet({ reseller: { resellerId, groups }, onClose, onDone }: Props & { onClose: () => void }) {
  const t = useWords('resellers')
  const [moveTo, setMoveTo] = useState<string | null>(null)
  const [chosen, setChosen] = useState(() => groups.filter(({ has }) => has).map(({ id }) => id))
  const wish = { resellerId, groupIds: chosen }
  const preview = useQuery({
    queryKey: [consoleApi.resellers.previewGroups.path, wish],
    queryFn: () => call(consoleApi.resellers.previewGroups, wish),
    placeholderData: (previous) => previous,
  })
  const found = preview.data
  const isMoving = (found?.lines ?? 0) > 0 && (found?.targets ?? []).some(({ nodeId }) => String(nodeId) === moveTo)
  const toggle = (id: number, on: boolean) => setChosen(on ? [...chosen, id] : chosen.filter((one) => one !== id))
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t('groupsTitle')}
      button={isMoving ? t('groupsGoMove', { count: found!.lines }) : t('groupsGo')}
      disabled={found === undefined || preview.isPlaceholderData}
      act={async () => {
        const { moving } = await call(consoleApi.resellers.setGroups, {
          ...wish,
          ...(isMoving ? { moveTo: Number(moveTo) } : {}),
        })
        showMessage('success', moving > 0 ? t('groupsMoving', { count: moving }) : t('done'))
        onDone()
      }}
    >
      <p>{t('groupsText')}</p>
      {groups.length === 0 ? <p className={css.soft}>{t('noGroups')}</p> : null}
      {groups.map(({ id, name }) => (
        <Checkbox
          name="groupIds"
          key={id}
          label={name}
          checked={chosen.includes(id)}
          onChange={(event) => toggle(id, event.currentTarget.checked)}
        />
      ))}
      {found ? <Meets found={found} /> : null}
      {found && found.lines > 0 ? (
        <Select
          name="moveTo"
          label={t('groupsMove')}
          description={t('groupsMoveHint')}
          placeholder={t('groupsStay')}
          clearable
          data={found.targets.map(({ nodeId, node, free }) => ({
            value: String(nodeId),
            label: t('targetFree', { name: node, count: free }),
          }))}
          value={moveTo}
          onChange={setMoveTo}
        />
      ) : null}
    </ConfirmSheet>
  )
}

type Found = Static<typeof consoleApi.resellers.previewGroups.output>

function Meets({ found: { lines: count, nodes } }: { found: Pick<Found, 'lines' | 'nodes'> }) {
  const t = useWords('resellers')
  return (
    <section className={css.meets} data-warn={count > 0} aria-live="polite">
      <p>{count > 0 ? t('groupsMeets', { count }) : t('groupsMeetsNone')}</p>
      <ul>
        {nodes.map(({ nodeId, node, lines }) => (
          <li key={nodeId}>
            <Link className={css.link} to={`/nodes/${nodeId}`}>
              {t('nodeLines', { name: node, count: lines })}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
