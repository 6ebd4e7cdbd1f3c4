import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import type { NodeDetail } from '../../../contract/console/nodes.ts'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { PasswordInput, TextInput } from '../../features/form/fields.tsx'
import { ConfirmSheet } from '../../features/show/confirm-sheet.tsx'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import { draftOf, placeOf, type NodeDraft } from './node-draft.ts'
import { PlaceFields, SettingFields } from './node-form.tsx'

type Props = { node: NodeDetail; onClose: () => void; onDone: () => void }

export function EditSheet({ node, onClose, onDone }: Props) {
  const t = useWords('nodes')
  const base = useWords('base')
  const [draft, setDraft] = useState(() => draftOf(node))
  const set = (part: Partial<NodeDraft>) => setDraft((kept) => ({ ...kept, ...part }))
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t('editTitle', { name: node.name })}
      button={base('save')}
      act={async () => {
        await call(consoleApi.nodes.edit, { nodeId: node.id, ...placeOf(draft) })
        showMessage('success', t('saved'))
        onDone()
      }}
    >
      <PlaceFields draft={draft} set={set} />
      <SettingFields draft={draft} set={set} isNew={false} />
    </ConfirmSheet>
  )
}

/** Replaces both keys of a pair. They are written and never read back. */
export function KeySheet({ node, onClose, onDone }: Props) {
  const t = useWords('nodes')
  const [privateKey, setPrivateKey] = useState('')
  const [publicKey, setPublicKey] = useState('')
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t('replaceKey')}
      button={t('replaceKey')}
      act={async () => {
        await call(consoleApi.nodes.replaceKey, { nodeId: node.id, privateKey, publicKey })
        showMessage('success', t('replaced'))
        onDone()
      }}
    >
      <p>{t('replaceKeyText')}</p>
      <TextInput
        name="publicKey"
        label={t('set_publicKey')}
        autoComplete="off"
        value={publicKey}
        onChange={(event) => setPublicKey(event.currentTarget.value)}
      />
      <PasswordInput
        name="privateKey"
        label={t('privateKey')}
        description={t('privateKeyHint')}
        autoComplete="off"
        value={privateKey}
        onChange={(event) => setPrivateKey(event.currentTarget.value)}
      />
    </ConfirmSheet>
  )
}

/** Sets both halves of an encryption, or takes both away. The node's half is never read back. */
export function EncryptionSheet({ node, onClose, onDone }: Props) {
  const t = useWords('nodes')
  const [encryption, setEncryption] = useState(String(node.settings['encryption'] ?? ''))
  const [decryption, setDecryption] = useState('')
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t('encryptionTitle')}
      button={t('encryptionSave')}
      act={async () => {
        await call(consoleApi.nodes.setEncryption, { nodeId: node.id, encryption, decryption })
        showMessage('success', t('replaced'))
        onDone()
      }}
    >
      <p>{t('encryptionText')}</p>
      <TextInput
        name="encryption"
        label={t('set_encryption')}
        autoComplete="off"
        spellCheck={false}
        value={encryption}
        onChange={(event) => setEncryption(event.currentTarget.value)}
      />
      <PasswordInput
        name="decryption"
        label={t('decryption')}
        description={t('decryptionHint')}
        autoComplete="off"
        value={decryption}
        onChange={(event) => setDecryption(event.currentTarget.value)}
      />
    </ConfirmSheet>
  )
}
