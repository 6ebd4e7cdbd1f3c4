import { useState } from 'react'
import { useNavigate } from 'react-router'

import { consoleApi } from '../../../contract/console/api.ts'
import { ConfirmSheet } from '../../features/show/confirm-sheet.tsx'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import { FIRST, placeOf, type NodeDraft } from './node-draft.ts'
import { PlaceFields, SettingFields, ShapeFields } from './node-form.tsx'

/** Adds a node with the form for its protocol, then opens the page that waits for its agent. */
export function AddSheet({ onClose }: { onClose: () => void }) {
  const t = useWords('nodes')
  const navigate = useNavigate()
  const [draft, setDraft] = useState(FIRST)
  const set = (part: Partial<NodeDraft>) => setDraft((kept) => ({ ...kept, ...part }))
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t('add')}
      button={t('addButton')}
      act={async () => {
        const { protocol, connection, onlyFor, privateKey, decryption } = draft
        const { nodeId } = await call(consoleApi.nodes.add, {
          ...placeOf(draft),
          protocol,
          connection,
          ...(onlyFor.trim() === '' ? {} : { onlyFor: Number(onlyFor) }),
          ...(privateKey === '' ? {} : { realityPrivateKey: privateKey }),
          ...(decryption.trim() === '' ? {} : { decryption: decryption.trim() }),
        })
        void navigate(`/nodes/${nodeId}/enrol`)
      }}
    >
      <ShapeFields draft={draft} set={set} />
      <PlaceFields draft={draft} set={set} />
      <SettingFields draft={draft} set={set} isNew />
    </ConfirmSheet>
  )
}
