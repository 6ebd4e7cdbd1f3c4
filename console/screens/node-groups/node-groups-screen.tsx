import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import type { NodeGroup } from '../../../contract/console/resellers.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { EmptyPart } from '../../../ui/components/empty-part.tsx'
import { Bones, Loaded } from '../../../ui/components/loaded.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { Checkbox, TextInput } from '../../features/form/fields.tsx'
import { ScreenActions } from '../../features/screen/screen-actions.tsx'
import { ConfirmSheet } from '../../features/show/confirm-sheet.tsx'
import { FactRows } from '../../features/show/fact-rows.tsx'
import { Section } from '../../features/show/section.tsx'
import { call } from '../../session/call.ts'
import { useMay } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import css from './node-groups.module.css'

type Shared = { nodeId: number; name: string; region: string }
type Doing = { what: 'nothing' } | { what: 'edit'; group: NodeGroup | null } | { what: 'remove'; group: NodeGroup }

/** Groups of shared nodes, and the resellers that use them. */
export default function NodeGroupsScreen() {
  const t = useWords('resellers')
  const mayWrite = useMay()('nodes.write')
  const [doing, setDoing] = useState<Doing>({ what: 'nothing' })
  const query = useQuery({
    queryKey: [consoleApi.nodeGroups.list.path],
    queryFn: () => call(consoleApi.nodeGroups.list, {}),
  })
  const props = { onClose: () => setDoing({ what: 'nothing' }), onDone: () => void query.refetch() }
  return (
    <>
      {mayWrite ? (
        <ScreenActions>
          <ActionButton icon="plus" onClick={() => setDoing({ what: 'edit', group: null })}>
            {t('newGroup')}
          </ActionButton>
        </ScreenActions>
      ) : null}
      <Loaded query={query} failed={t('loadFailed')} card={t('groups')} bones={<Bones count={2} height={140} />}>
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyPart topic="lines" title={t('groupEmpty')} text={t('groupEmptyText')} />
          ) : (
            <div className={css.groups}>
              {rows.map((group) => (
                <Group key={group.groupId} group={group} mayWrite={mayWrite} onDo={setDoing} />
              ))}
            </div>
          )
        }
      </Loaded>
      {doing.what === 'edit' ? <GroupSheet group={doing.group} nodes={query.data?.nodes ?? []} {...props} /> : null}
      {doing.what === 'remove' ? <RemoveSheet group={doing.group} {...props} /> : null}
    </>
  )
}

type GroupProps = { group: NodeGroup; mayWrite: boolean; onDo: (doing: Doing) => void }

function Group({ group, mayWrite, onDo }: GroupProps) {
  const t = useWords('resellers')
  const { name, nodes, resellers } = group
  return (
    <Section title={name} text={t('groupNodesCount', { count: nodes.length })}>
      <FactRows
        rows={[
          { name: t('groupNodes'), value: nodes.map((node) => node.name).join(' · ') || t('none') },
          { name: t('groupSoldBy'), value: resellers.map(({ title }) => title).join(' · ') || t('none') },
        ]}
      />
      {mayWrite ? (
        <div className={css.buttons}>
          <ActionButton tone="quiet" onClick={() => onDo({ what: 'edit', group })}>
            {t('edit')}
          </ActionButton>
          {resellers.length === 0 ? (
            <ActionButton tone="dangerQuiet" onClick={() => onDo({ what: 'remove', group })}>
              {t('removeGroup')}
            </ActionButton>
          ) : null}
        </div>
      ) : null}
    </Section>
  )
}

type SheetCallbacks = { onClose: () => void; onDone: () => void }

function GroupSheet({
  group,
  nodes,
  onClose,
  onDone,
}: SheetCallbacks & { group: NodeGroup | null; nodes: readonly Shared[] }) {
  const t = useWords('resellers')
  const [name, setName] = useState(group?.name ?? '')
  const [chosen, setChosen] = useState(() => (group?.nodes ?? []).map(({ nodeId }) => nodeId))
  const toggle = (id: number, on: boolean) => setChosen(on ? [...chosen, id] : chosen.filter((one) => one !== id))
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={group ? group.name : t('newGroup')}
      button={t('saveGroup')}
      disabled={name.trim() === ''}
      act={async () => {
        const wish = { name: name.trim(), nodeIds: chosen }
        await call(consoleApi.nodeGroups.save, group ? { groupId: group.groupId, ...wish } : wish)
        showMessage('success', t('done'))
        onDone()
      }}
    >
      <TextInput
        name="name"
        label={t('groupName')}
        value={name}
        maxLength={40}
        autoComplete="off"
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <p>{nodes.length === 0 ? t('noNodes') : t('groupNodes')}</p>
      {nodes.map(({ nodeId, name: node, region }) => (
        <Checkbox
          name="nodeIds"
          key={nodeId}
          label={`${region} · ${node}`}
          checked={chosen.includes(nodeId)}
          onChange={(event) => toggle(nodeId, event.currentTarget.checked)}
        />
      ))}
    </ConfirmSheet>
  )
}

function RemoveSheet({ group: { groupId, name }, onClose, onDone }: SheetCallbacks & { group: NodeGroup }) {
  const t = useWords('resellers')
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t('removeGroupTitle', { name })}
      button={t('removeGroup')}
      tone="danger"
      act={async () => {
        await call(consoleApi.nodeGroups.remove, { groupId })
        showMessage('success', t('done'))
        onDone()
      }}
    >
      <p>{t('removeGroupText')}</p>
    </ConfirmSheet>
  )
}
