import { useEffect, useRef, useState } from 'react'

import { formatBytes } from '../../../../contract/bytes.ts'
import { consoleApi } from '../../../../contract/console/api.ts'
import { IMPORT_FILE_MAX_BYTES } from '../../../../contract/console/import-choices.ts'
import { showMessage } from '../../../../ui/components/toast-store.ts'
import { failureText } from '../../../../ui/words/failure-text.ts'
import { call } from '../../../session/call.ts'
import { plainFileName, uploadParts } from '../../../session/upload-parts.ts'
import { useWords } from '../../../words/language.ts'

const { imports: calls } = consoleApi

/** Sends a file and begins the dry run. Whoever leaves the page stops it; the same file then goes on where it was. */
export function useImportUpload(onChanged: () => void) {
  const t = useWords('imports')
  const [sending, setSending] = useState<{ name: string; percent: number } | null>(null)
  const [trouble, setTrouble] = useState<string | null>(null)
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => void (isGone.current = true)
  }, [])
  const send = async (file: File) => {
    if (file.size > IMPORT_FILE_MAX_BYTES) {
      setTrouble(t('tooLarge', { size: formatBytes(IMPORT_FILE_MAX_BYTES) }))
      return
    }
    setTrouble(null)
    setSending({ name: file.name, percent: 0 })
    try {
      const { uploadId, parts } = await call(calls.beginFile, { name: plainFileName(file), sizeBytes: file.size })
      await uploadParts(file, {
        parts,
        put: (part) => call(calls.putPart, { uploadId, ...part }),
        onProgress: (share) => setSending({ name: file.name, percent: Math.floor(share * 100) }),
        isStopped: () => isGone.current,
      })
      if (isGone.current) return
      await call(calls.check, { uploadId })
      showMessage('success', t('uploaded'))
    } catch (error) {
      setTrouble(failureText(error))
    } finally {
      setSending(null)
      onChanged()
    }
  }
  return { sending, trouble, send }
}
