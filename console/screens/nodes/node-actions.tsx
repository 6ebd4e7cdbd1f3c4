import { useNavigate } from 'react-router'

import { consoleApi } from '../../../contract/console/api.ts'
import type { NodeDetail } from '../../../contract/console/nodes.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Sheet } from '../../../ui/components/sheet.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { ConfirmSheet } from '../../features/show/confirm-sheet.tsx'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import { EditSheet, EncryptionSheet, KeySheet } from './edit-sheet.tsx'
import { MoveSheet } from './move-part.tsx'

export type NodeAction = 'more' | 'edit' | 'key' | 'encryption' | 'maintenance' | 'move' | 'remove'
type Props = {
  node: NodeDetail
  open: NodeAction | null
  onOpen: (action: NodeAction | null) => void
  onDone: () => void
}

/** All actions for a node, each with its own confirmation. */
export function NodeActions({ node, open, onOpen, onDone }: Props) {
  const t = useWords('nodes')
  const navigate = useNavigate()
  const close = () => onOpen(null)
  const on = !node.inMaintenance
  const nodeId = node.id
  return (
    <>
      <MoreSheet node={node} opened={open === 'more'} onOpen={onOpen} />
      {open === 'edit' ? <EditSheet node={node} onClose={close} onDone={onDone} /> : null}
      {open === 'key' ? <KeySheet node={node} onClose={close} onDone={onDone} /> : null}
      {open === 'encryption' ? <EncryptionSheet node={node} onClose={close} onDone={onDone} /> : null}
      {open === 'move' ? <MoveSheet node={node} onClose={close} onDone={onDone} /> : null}
      <ConfirmSheet
        opened={open === 'maintenance'}
        onClose={close}
        title={on ? t('maintenanceAsk', { name: node.name }) : t('maintenanceOff')}
        button={t(on ? 'maintenanceOn' : 'maintenanceOff')}
        act={async () => {
          await call(consoleApi.nodes.maintenance, { nodeId, on })
          showMessage('success', t(on ? 'maintenanceDone' : 'maintenanceOver'))
          onDone()
        }}
      >
        {t('maintenanceText')}
      </ConfirmSheet>
      <ConfirmSheet
        opened={open === 'remove'}
        onClose={close}
        title={t('removeAsk', { name: node.name })}
        button={t('remove')}
        tone="danger"
        isFinal
        act={async () => {
          await call(consoleApi.nodes.remove, { nodeId })
          showMessage('success', t('removed'))
          void navigate('/nodes')
        }}
      >
        {t('removeText', { count: node.lines })}
      </ConfirmSheet>
    </>
  )
}

function MoreSheet({ node, opened, onOpen }: { node: NodeDetail; opened: boolean; onOpen: Props['onOpen'] }) {
  const t = useWords('nodes')
  const base = useWords('base')
  const navigate = useNavigate()
  return (
    <Sheet opened={opened} onClose={() => onOpen(null)} title={t('more')} closeLabel={base('close')}>
      <div className="gap3">
        <ActionButton tone="quiet" fill onClick={() => onOpen('maintenance')}>
          {t(node.inMaintenance ? 'maintenanceOff' : 'maintenanceOn')}
        </ActionButton>
        <ActionButton tone="quiet" fill onClick={() => onOpen('move')}>
          {t('move')}
        </ActionButton>
        {node.isDemo ? null : (
          <ActionButton tone="quiet" fill onClick={() => void navigate(`/nodes/${node.id}/enrol`)}>
            {t(node.enrolledAt === null ? 'enrol' : 'enrolAgain')}
          </ActionButton>
        )}
        {node.hasPrivateKey ? (
          <ActionButton tone="quiet" fill onClick={() => onOpen('key')}>
            {t('replaceKey')}
          </ActionButton>
        ) : null}
        {node.protocol === 'vless' ? (
          <ActionButton tone="quiet" fill onClick={() => onOpen('encryption')}>
            {t('encryptionTitle')}
          </ActionButton>
        ) : null}
        <ActionButton tone="dangerQuiet" fill onClick={() => onOpen('remove')}>
          {t('remove')}
        </ActionButton>
      </div>
    </Sheet>
  )
}
