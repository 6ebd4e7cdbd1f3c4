import { consoleApi } from '../../../contract/console/api.ts'
import { call } from '../../session/call.ts'
import { plainFileName, uploadParts, type FilePart } from '../../session/upload-parts.ts'

/** Uploads a client's file; the server then computes its checksum and serves it. */
export async function uploadFile(file: File, onProgress: (share: number) => void): Promise<void> {
  const name = plainFileName(file)
  const { fileId, parts } = await call(consoleApi.clients.beginFile, { name, sizeBytes: file.size })
  const put = ({ number, bytes }: FilePart) => call(consoleApi.clients.putPart, { fileId, number, bytes })
  await uploadParts(file, { parts, put, onProgress })
  await call(consoleApi.clients.finishFile, { fileId })
}
